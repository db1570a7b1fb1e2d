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

/** The exponent of the CPU time of a plan between each number and the next, without the time of the first one: 1 is linear. */
export function growth(what, [empty, ...steps]) {
  const own = steps.map(({ cpu }) => cpu - empty.cpu)
  const exponents = steps
    .slice(1)
    .map(({ count }, index) => Math.log(own[index + 1] / own[index]) / Math.log(count / steps[index].count))
  return {
    name: `plan of ${steps.map(({ count }) => count.toLocaleString('en')).join(', ')} ${what}`,
    against: 'exponent of growth',
    figures: { exponent: Math.max(...exponents) },
    measured: { exponents, steps },
  }
}
