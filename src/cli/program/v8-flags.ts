// V8 options for a program that runs for seconds. The comparisons of `npm run bench` run with the same options.
import type * as V8 from 'node:v8'

export function setFlags({ getHeapStatistics, setFlagsFromString }: typeof V8): void {
  // A run is short, and V8 compiles its functions while it runs: a large plan takes an eighth less CPU time if V8 inlines at
  // most 200 bytes of bytecode into each instead of 920. Only in the releases that are known to have the options (Node 20 to
  // 24): if there are none, V8 would complain on stderr.
  if (Number.parseInt(process.versions.v8, 10) <= 13) {
    setFlagsFromString('--max-inlined-bytecode-size-cumulative=200')
    // undici reads replies with WebAssembly, most of it one large function. V8 would compile it again, optimized, after
    // one to ten replies: that takes more CPU time than it saves in 40,000 replies, and 35 MB. With the second option
    // alone, V8 would optimize it at once.
    setFlagsFromString('--no-wasm-tier-up')
    setFlagsFromString('--no-wasm-dynamic-tiering')
    // By default, V8 collects garbage when a large heap has doubled. Above 128 MB, collect it when the heap has grown by a
    // third: apply of a saved plan of 100,000 changes then uses 40% less memory, and 10% more CPU time.
    const watch = setInterval(() => {
      if (getHeapStatistics().total_heap_size < 128 * 1024 * 1024) return
      setFlagsFromString('--heap-growing-percent=30')
      clearInterval(watch)
    }, 250).unref()
  }
  // Node 20 optimizes functions too early: an apply of 1,400 writes takes a sixth less CPU time if V8 does so only after
  // four times as many bytes of bytecode (the default is 67,584). Node 22 and 24 have a cheaper compiler in between, and
  // no such option.
  if (process.versions.node.startsWith('20.')) setFlagsFromString(`--interrupt-budget=${4 * 67_584}`)
}
