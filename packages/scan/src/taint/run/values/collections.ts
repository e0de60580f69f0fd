import {
  collectTaints,
  changeValue,
  makeConstant,
  joinValues,
  mergeTaints,
  NO_TAINTS,
  unknown,
  type Value,
  makeValue,
} from "../../value.ts"
import { concatenateValues } from "./combine-values.ts"
import { joinText } from "./join-text.ts"
import { toPieces, readAny, writeMember } from "./read-value.ts"

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
    object: changeValue(set, { rest: joinValues(set.rest ?? unknown, item) }),
  }),
  appendleft: (list, [item = unknown]) => ({ result: unknown, object: concatenateValues(one(item), list) }),
  unshift: (list, items) => ({
    result: unknown,
    object: items.reduceRight((all, item) => concatenateValues(one(item), all), list),
  }),
  put: (list, [item = unknown]) => ({ result: unknown, object: appended(list, item) }),
  put_nowait: (list, [item = unknown]) => ({ result: unknown, object: appended(list, item) }),
  get_nowait: (list) => (list.length === undefined ? undefined : { result: at(list, 0), object: removed(list, 0) }),
  write: (text, [item = unknown]) => ({ result: unknown, object: appended(text, item) }),
  read_dict: (map, [more = unknown]) => ({ result: unknown, object: merged(map, more) }),
  insert: inserted,
  extend: (list, [more = unknown]) => ({ result: unknown, object: concatenateValues(asList(list), more) }),
  concat: (list, more) =>
    list.length === undefined
      ? undefined
      : {
          result: more.reduce(
            (all, next) => concatenateValues(all, next.length === undefined ? one(next) : next),
            list,
          ),
        },
  pop: popped,
  shift: (list) => (list.length === undefined ? undefined : { result: at(list, 0), object: removed(list, 0) }),
  popleft: (list) => (list.length === undefined ? undefined : { result: at(list, 0), object: removed(list, 0) }),
  remove: (list) => ({
    result: unknown,
    object: changeValue(list, { length: undefined, rest: readAny(list), fields: undefined }),
  }),
  clear: () => ({ result: unknown, object: makeValue({ fields: new Map(), length: 0 }) }),
  reverse: (list) => ({ result: list, object: reversed(list) }),
  get: got,
  setdefault: (map, [key, value = unknown]) => ({
    result: joinValues(value, read(map, key)),
    object: write(map, key, value),
  }),
  set: (map, args) => written(map, args),
  update: (map, [more = unknown]) => ({ result: unknown, object: merged(map, more) }),
  keys: (map) => ({ result: readKeys(map) }),
  values: (map) => ({
    result: makeValue({ taints: map.taints, rest: readAny(changeValue(map, { taints: NO_TAINTS })) }),
  }),
  items: (map) => pairs(map),
  entries: (map) => pairs(map),
  copy: (map) => ({ result: map }),
  join: (text, [items]) => joinedItems(text, items),
  format: (text, args) => ({
    result: args.reduce(
      (all, arg) => changeValue(all, { taints: mergeTaints(all.taints, toPieces(collectTaints(arg))) }),
      formatted(text),
    ),
  }),
}

function one(item: Value): Value {
  return makeValue({ fields: new Map([["0", item]]), length: 1 })
}

function asList(list: Value): Value {
  return list.length === undefined &&
    list.fields === undefined &&
    list.taints.length === 0 &&
    list.rest === undefined &&
    list.path === undefined
    ? changeValue(list, { rest: unknown })
    : list
}

function appended(list: Value, item: Value): Value {
  if (list.length === undefined)
    return changeValue(list, { rest: list.rest === undefined ? item : joinValues(list.rest, item) })
  return concatenateValues(list, one(item))
}

function inserted(list: Value, [place = unknown, item = unknown]: readonly Value[]): Done {
  if (list.length === undefined || typeof place.constant !== "number")
    return { result: unknown, object: makeValue({ taints: list.taints, rest: joinValues(readAny(list), item) }) }
  const items = listItems(list)
  items.splice(place.constant, 0, item)
  return { result: unknown, object: listFrom(items) }
}

function popped(list: Value, [place]: readonly Value[]): Done | undefined {
  if (list.length === undefined) {
    const key = place?.constant
    if (typeof key !== "string") return undefined
    const fields = new Map(list.fields)
    fields.delete(key)
    return { result: list.fields?.get(key) ?? readAny(list), object: changeValue(list, { fields }) }
  }
  const index = place === undefined ? list.length - 1 : place.constant
  if (typeof index !== "number")
    return { result: readAny(list), object: makeValue({ taints: list.taints, rest: readAny(list) }) }
  const real = index < 0 ? list.length + index : index
  return { result: at(list, real), object: removed(list, real) }
}

function at(list: Value, place: number): Value {
  return list.fields?.get(String(place)) ?? unknown
}

function listItems(list: Value): Value[] {
  return Array.from({ length: list.length ?? 0 }, (_, place) => at(list, place))
}

function listFrom(items: readonly Value[]): Value {
  return makeValue({ fields: new Map(items.map((item, place) => [String(place), item])), length: items.length })
}

function removed(list: Value, place: number): Value {
  return listFrom(listItems(list).filter((_, index) => index !== place))
}

function reversed(list: Value): Value {
  return list.length === undefined ? list : listFrom(listItems(list).reverse())
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
    object: write(map, first, write(section === unknown ? makeValue({ fields: new Map() }) : section, second, third)),
  }
}

function merged(map: Value, more: Value): Value {
  const fields = new Map([...(map.fields ?? []), ...(more.fields ?? [])])
  const rest = more.rest === undefined ? map.rest : joinValues(map.rest ?? unknown, more.rest)
  return changeValue(map, { fields, rest, taints: mergeTaints(map.taints, more.taints) })
}

function readKeys(map: Value): Value {
  const names = [...(map.fields?.keys() ?? [])]
  if (map.taints.length > 0) return makeValue({ taints: map.taints })
  return makeValue({ rest: names.length === 1 ? makeConstant(names[0] ?? "") : unknown })
}

function pairs(map: Value): Done {
  const value = readAny(map)
  const key: Value = map.taints.length > 0 ? makeValue({ taints: map.taints }) : unknown
  return {
    result: makeValue({
      rest: makeValue({
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
  const separator = isList ? (items ?? makeConstant(",")) : object
  if (list.length === undefined)
    return { result: makeValue({ taints: toPieces(collectTaints(list)), sketch: list.rest?.sketch }) }
  const all = listItems(list)
  return {
    result: all.reduce(
      (text, item, place) => joinText(place === 0 ? text : joinText(text, separator), item),
      makeConstant(""),
    ),
  }
}

function formatted(text: Value): Value {
  const sketch = (text.sketch ?? "").replace(/\{[^{}]*\}/g, "\u0001")
  return makeValue({ taints: text.taints, sketch, head: sketch.split("\u0001")[0] })
}
