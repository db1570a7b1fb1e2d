// A row of the bench: `{ name, against, figures, measured }`. `figures` are the numbers that are published and have limits;
// `measured` is what they were made from, for people to read.

/** Ratios of wall and CPU time, and peak memory in MiB, as far as they were measured. */
export function compared(name, time, against, base) {
  const ratios = ['wall', 'cpu']
    .filter((each) => time[each] !== undefined && base[each] !== undefined)
    .map((each) => [each, time[each] / base[each]])
  const figures = { ...Object.fromEntries(ratios), ...(time.peak !== undefined && { peak: time.peak }) }
  return { name, against, figures, measured: { time, base } }
}
