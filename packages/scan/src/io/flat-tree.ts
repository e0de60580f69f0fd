import type { Tree } from "web-tree-sitter"

/** A syntax tree as numbers: a node is its index in text order, parents before their children. */
export interface FlatTree {
  /** For each node the number of its kind. */
  readonly kinds: Uint16Array
  /** Offsets in the text. */
  readonly starts: Int32Array
  readonly ends: Int32Array
  /** -1 for the root. */
  readonly parents: Int32Array
  /** The next child of the same parent; -1 after the last. */
  readonly nexts: Int32Array
  /** The number of the field of its parent that a node is; 0 for none. */
  readonly fields: Uint16Array
}

/**
 * The calls of the parser's cursor. The parser's own cursor copies its state before and after every call, which takes
 * longer than the call itself. The state stays where these calls keep it as long as nothing else calls in between.
 */
export interface CursorCalls {
  readonly _ts_tree_cursor_goto_first_child_wasm: CursorCall
  readonly _ts_tree_cursor_goto_next_sibling_wasm: CursorCall
  readonly _ts_tree_cursor_goto_parent_wasm: CursorCall
  readonly _ts_tree_cursor_current_node_type_id_wasm: CursorCall
  readonly _ts_tree_cursor_start_index_wasm: CursorCall
  readonly _ts_tree_cursor_end_index_wasm: CursorCall
  readonly _ts_tree_cursor_current_field_id_wasm: CursorCall
}
type CursorCall = (tree: number) => number

/** Copies a tree, so that the parser's own can be freed immediately. */
export function flattenTree(tree: Tree, calls: CursorCalls): FlatTree {
  const size = tree.rootNode.descendantCount
  const flat = emptyTree(size)
  const cursor = tree.walk()
  // Leaves the cursor's state where the calls expect it, at the root.
  if (cursor.gotoFirstChild()) cursor.gotoParent()
  else return copyOne(flat, tree)
  fill(flat, readTreeAddress(tree), calls)
  cursor.delete()
  return flat
}

function fill({ kinds, starts, ends, parents, nexts, fields }: FlatTree, tree: number, calls: CursorCalls): void {
  const down = calls._ts_tree_cursor_goto_first_child_wasm
  const along = calls._ts_tree_cursor_goto_next_sibling_wasm
  const up = calls._ts_tree_cursor_goto_parent_wasm
  const kindOf = calls._ts_tree_cursor_current_node_type_id_wasm
  const startOf = calls._ts_tree_cursor_start_index_wasm
  const endOf = calls._ts_tree_cursor_end_index_wasm
  const fieldOf = calls._ts_tree_cursor_current_field_id_wasm
  let parent = -1
  for (let at = 0; ; at++) {
    kinds[at] = kindOf(tree)
    starts[at] = startOf(tree)
    ends[at] = endOf(tree)
    fields[at] = fieldOf(tree)
    parents[at] = parent
    nexts[at] = -1
    if (down(tree) !== 0) {
      parent = at
      continue
    }
    let last = at
    while (along(tree) === 0) {
      if (up(tree) === 0) return
      last = parent
      parent = parents[parent] ?? -1
    }
    nexts[last] = at + 1
  }
}

function emptyTree(size: number): FlatTree {
  return {
    kinds: new Uint16Array(size),
    starts: new Int32Array(size),
    ends: new Int32Array(size),
    parents: new Int32Array(size).fill(-1),
    nexts: new Int32Array(size).fill(-1),
    fields: new Uint16Array(size),
  }
}

/** A text without anything in it is one node. */
function copyOne(flat: FlatTree, { rootNode }: Tree): FlatTree {
  flat.kinds[0] = rootNode.typeId
  flat.starts[0] = rootNode.startIndex
  flat.ends[0] = rootNode.endIndex
  return flat
}

function readTreeAddress(tree: Tree): number {
  return (tree as unknown as { readonly 0: number })[0]
}
