import {
  allTaints,
  changed,
  constantValue,
  joinValues,
  mergeTaints,
  NO_TAINTS,
  unknown,
  type Value,
  valueWith,
} from "../../value.ts"
import { concatenated } from "./combine.ts"
import { joinedText } from "./joined-text.ts"
import { pieces, readAny, writeMember } from "./read-value.ts"

/** The result of a collection method, and the collection afterwards. */
export interface Done {
  readonly result: Value
  readonly object?: Value | undefined
}

type Method = (object: Value, args: readonly Value[]) => Done | undefined

/** The methods of lists, dictionaries, maps and sets that write or read single items. */
export const collectionMethods: Readonly<Record<string, Method>> = {
  append: (list, [item = unknown]) => ({ result: unknown, object: appended(list, item) }),
  push: (list, items) => ({ result: unknown, object: items.reduce((all, item) => appended(all, item), list) }),
  add: (set, [item = unknown]) => ({
    result: set,
    object: changed(set, { rest: joinValues(set.rest ?? unknown, item) }),
  }),
  appendleft: (list, [item = unknown]) => ({ result: unknown, object: concatenated(one(item), list) }),
  unshift: (list, items) => ({
    result: unknown,
    object: items.reduceRight((all, item) => concatenated(one(item), all), list),
  }),
  put: (list, [item = unknown]) => ({ result: unknown, object: appended(list, item) }),
  put_nowait: (list, [item = unknown]) => ({ result: unknown, object: appended(list, item) }),
  get_nowait: (list) => (list.length === undefined ? undefined : { result: at(list, 0), object: removed(list, 0) }),
  write: (text, [item = unknown]) => ({ result: unknown, object: appended(text, item) }),
  read_dict: (map, [more = unknown]) => ({ result: unknown, object: merged(map, more) }),
  insert: inserted,
  extend: (list, [more = unknown]) => ({ result: unknown, object: concatenated(asList(list), more) }),
  concat: (list, more) =>
    list.length === undefined
      ? undefined
      : { result: more.reduce((all, next) => concatenated(all, next.length === undefined ? one(next) : next), list) },
  pop: popped,
  shift: (list) => (list.length === undefined ? undefined : { result: at(list, 0), object: removed(list, 0) }),
  popleft: (list) => (list.length === undefined ? undefined : { result: at(list, 0), object: removed(list, 0) }),
  remove: (list) => ({
    result: unknown,
    object: changed(list, { length: undefined, rest: readAny(list), fields: undefined }),
  }),
  clear: () => ({ result: unknown, object: valueWith({ fields: new Map(), length: 0 }) }),
  reverse: (list) => ({ result: list, object: reversed(list) }),
  get: got,
  setdefault: (map, [key, value = unknown]) => ({
    result: joinValues(value, read(map, key)),
    object: write(map, key, value),
  }),
  set: (map, args) => written(map, args),
  update: (map, [more = unknown]) => ({ result: unknown, object: merged(map, more) }),
  keys: (map) => ({ result: keysOf(map) }),
  values: (map) => ({ result: valueWith({ taints: map.taints, rest: readAny(changed(map, { taints: NO_TAINTS })) }) }),
  items: (map) => pairs(map),
  entries: (map) => pairs(map),
  copy: (map) => ({ result: map }),
  join: (text, [items]) => joinedItems(text, items),
  format: (text, args) => ({
    result: args.reduce(
      (all, arg) => changed(all, { taints: mergeTaints(all.taints, pieces(allTaints(arg))) }),
      formatted(text),
    ),
  }),
}

function one(item: Value): Value {
  return valueWith({ fields: new Map([["0", item]]), length: 1 })
}

function asList(list: Value): Value {
  return list.length === undefined &&
    list.fields === undefined &&
    list.taints.length === 0 &&
    list.rest === undefined &&
    list.path === undefined
    ? changed(list, { rest: unknown })
    : list
}

function appended(list: Value, item: Value): Value {
  if (list.length === undefined)
    return changed(list, { rest: list.rest === undefined ? item : joinValues(list.rest, item) })
  return concatenated(list, one(item))
}

function inserted(list: Value, [place = unknown, item = unknown]: readonly Value[]): Done {
  if (list.length === undefined || typeof place.constant !== "number")
    return { result: unknown, object: valueWith({ taints: list.taints, rest: joinValues(readAny(list), item) }) }
  const items = itemsOf(list)
  items.splice(place.constant, 0, item)
  return { result: unknown, object: listFrom(items) }
}

function popped(list: Value, [place]: readonly Value[]): Done | undefined {
  if (list.length === undefined) {
    const key = place?.constant
    if (typeof key !== "string") return undefined
    const fields = new Map(list.fields)
    fields.delete(key)
    return { result: list.fields?.get(key) ?? readAny(list), object: changed(list, { fields }) }
  }
  const index = place === undefined ? list.length - 1 : place.constant
  if (typeof index !== "number")
    return { result: readAny(list), object: valueWith({ taints: list.taints, rest: readAny(list) }) }
  const real = index < 0 ? list.length + index : index
  return { result: at(list, real), object: removed(list, real) }
}

function at(list: Value, place: number): Value {
  return list.fields?.get(String(place)) ?? unknown
}

function itemsOf(list: Value): Value[] {
  return Array.from({ length: list.length ?? 0 }, (_, place) => at(list, place))
}

function listFrom(items: readonly Value[]): Value {
  return valueWith({ fields: new Map(items.map((item, place) => [String(place), item])), length: items.length })
}

function removed(list: Value, place: number): Value {
  return listFrom(itemsOf(list).filter((_, index) => index !== place))
}

function reversed(list: Value): Value {
  return list.length === undefined ? list : listFrom(itemsOf(list).reverse())
}

function read(map: Value, key: Value | undefined): Value {
  const name = key?.constant
  if (name === undefined || name === null) return readAny(map)
  return map.fields?.get(String(name)) ?? map.rest ?? unknown
}

/** Of `map.get(key)` and, with two keys, of a ConfigParser. */
function got(map: Value, [key, more]: readonly Value[]): Done | undefined {
  if (map.fields === undefined && map.rest === undefined) return undefined
  if (key === undefined && map.length !== undefined) return { result: at(map, 0), object: removed(map, 0) }
  if (key === undefined || map.taints.length > 0) return undefined
  const section = map.fields?.get(String(key.constant))
  if (more !== undefined && section?.fields !== undefined) return { result: read(section, more) }
  const found = read(map, key)
  const isThere = key.constant !== undefined && map.fields?.has(String(key.constant)) === true
  return { result: more === undefined || isThere ? found : joinValues(found, more) }
}

function write(map: Value, key: Value | undefined, value: Value): Value {
  const name = key?.constant
  return writeMember(map, name === undefined || name === null ? undefined : String(name), value)
}

/** `map.set(key, value)`; with three, of a ConfigParser. */
function written(map: Value, args: readonly Value[]): Done | undefined {
  const [first, second, third] = args
  if (first === undefined || second === undefined) return undefined
  if (third === undefined) return { result: unknown, object: write(map, first, second) }
  const section = read(map, first)
  return {
    result: unknown,
    object: write(map, first, write(section === unknown ? valueWith({ fields: new Map() }) : section, second, third)),
  }
}

function merged(map: Value, more: Value): Value {
  const fields = new Map([...(map.fields ?? []), ...(more.fields ?? [])])
  const rest = more.rest === undefined ? map.rest : joinValues(map.rest ?? unknown, more.rest)
  return changed(map, { fields, rest, taints: mergeTaints(map.taints, more.taints) })
}

function keysOf(map: Value): Value {
  const names = [...(map.fields?.keys() ?? [])]
  if (map.taints.length > 0) return valueWith({ taints: map.taints })
  return valueWith({ rest: names.length === 1 ? constantValue(names[0] ?? "") : unknown })
}

function pairs(map: Value): Done {
  const value = readAny(map)
  const key: Value = map.taints.length > 0 ? valueWith({ taints: map.taints }) : unknown
  return {
    result: valueWith({
      rest: valueWith({
        fields: new Map([
          ["0", key],
          ["1", value],
        ]),
        length: 2,
      }),
    }),
  }
}

/** `separator.join(items)` and `items.join(separator)`. */
function joinedItems(object: Value, items: Value | undefined): Done | undefined {
  const isList =
    object.length !== undefined ||
    object.fields !== undefined ||
    (object.constant === undefined && (items === undefined || items.constant !== undefined))
  const list = isList ? object : items
  if (list === undefined) return undefined
  const separator = isList ? (items ?? constantValue(",")) : object
  if (list.length === undefined)
    return { result: valueWith({ taints: pieces(allTaints(list)), sketch: list.rest?.sketch }) }
  const all = itemsOf(list)
  return {
    result: all.reduce(
      (text, item, place) => joinedText(place === 0 ? text : joinedText(text, separator), item),
      constantValue(""),
    ),
  }
}

function formatted(text: Value): Value {
  const sketch = (text.sketch ?? "").replace(/\{[^{}]*\}/g, "\u0001")
  return valueWith({ taints: text.taints, sketch, head: sketch.split("\u0001")[0] })
}
