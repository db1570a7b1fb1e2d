// Runs work in a thread of its own and counts its steps: blocks of code that ran, and what built-in functions read.
// A thread, so that V8 counts blocks from before the code is compiled, and so that nothing else is changed.
import { Session } from 'node:inspector'
import { createRequire } from 'node:module'
import { Script } from 'node:vm'
import { parentPort, workerData } from 'node:worker_threads'

/** @type {{ code: string, sizes: readonly number[] }} */
const { code, sizes } = workerData
const filename = 'work.js'
const session = new Session()
session.connect()

/** It answers before it returns. */
function ask(method, parameters = {}) {
  let answer
  session.post(method, parameters, (error, result) => {
    if (error) throw error
    answer = result
  })
  return answer
}

/** Blocks that ran since the last call. */
function blocks() {
  const { result } = ask('Profiler.takePreciseCoverage')
  return result
    .filter(({ url }) => url === filename)
    .flatMap(({ functions }) => functions)
    .flatMap(({ ranges }) => ranges)
    .reduce((sum, { count }) => sum + count, 0)
}

let read = 0

/**
 * `steps` gets the result, what the method was called on, its arguments, and what `before` gave. Nothing here is spread or
 * iterated, which would be counted.
 */
function counting(prototype, name, steps, before = () => 0) {
  const own = prototype[name]
  prototype[name] = function (...args) {
    const start = before(this)
    const result = Reflect.apply(own, this, args)
    read += steps(result, this, args, start)
    return result
  }
}

const one = () => 1
const whole = (_, { length }) => length
const made = ({ length }) => length

// Spreads, `for` loops, new sets and new maps ask iterators, once these are changed.
for (const iterable of [[], '', new Map(), new Set()])
  counting(Object.getPrototypeOf(iterable[Symbol.iterator]()), 'next', one)
for (const name of [
  'indexOf',
  'includes',
  'lastIndexOf',
  'shift',
  'unshift',
  'splice',
  'join',
  'reverse',
  'sort',
])
  counting(Array.prototype, name, whole)
for (const name of ['slice', 'concat']) counting(Array.prototype, name, made)
for (const name of ['split', 'replaceAll', 'lastIndexOf', 'normalize', 'toLowerCase', 'toUpperCase'])
  counting(String.prototype, name, whole)
for (const name of ['repeat', 'padStart', 'padEnd']) counting(String.prototype, name, made)
// A search reads up to what it finds, or up to the end.
const { value: find } = Object.getOwnPropertyDescriptor(String.prototype, 'indexOf') ?? {}
for (const name of ['indexOf', 'includes'])
  counting(String.prototype, name, (_, text, { 0: part, 1: from = 0 }) => {
    const found = Reflect.apply(find, text, [part, from])
    return (found < 0 ? text.length : found + 1) - from
  })
counting(
  RegExp.prototype,
  'exec',
  (found, { sticky }, { 0: text }, from) =>
    found === null ? (sticky ? 1 : text.length - from) : found.index + found[0].length - from,
  ({ global, sticky, lastIndex }) => (global || sticky ? lastIndex : 0),
)

ask('Profiler.enable')
ask('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
const module = { exports: {} }
new Script(`(function (exports, require, module) {${code}\n})`, { filename }).runInThisContext()(
  module.exports,
  createRequire(import.meta.url),
  module,
)
/** @type {Record<string, number[]>} */
const steps = {}
for (const [name, prepare] of Object.entries(module.exports)) {
  steps[name] = []
  for (const size of sizes) {
    const run = await prepare(size)
    blocks()
    read = 0
    await run()
    steps[name].push(blocks() + read)
  }
}
parentPort.postMessage(steps, [])
