// A run of smoke suites on a page: what failed and why, then every case.
import type { Explanation, Judgement } from '../../core/delivery/delivery.ts'
import { countOf, type SmokeResult, type SmokeRun } from '../../core/delivery/smoke.ts'
import { endingOf } from '../text/smoke.ts'
import { counted, duration } from '../../core/words.ts'
import { markup, type Markup } from './markup.ts'

export function smokeHeadline(run: SmokeRun): string {
  const failed = countOf(run, 'unmet') + countOf(run, 'unknown')
  const all = counted(run.results.length, 'case')
  return failed === 0 ? `${all}, all as expected` : `${failed} of ${all} not as expected`
}

/** Undefined where all is well. */
export function smokeFailures({ results }: SmokeRun): Markup | undefined {
  const failed = results.filter(({ outcome }) => outcome === 'unmet' || outcome === 'unknown')
  return failed.length === 0 ? undefined : markup`<ul class="problems">${failed.map(failure)}</ul>`
}

function failure({ name, suite, target, outcome, position, attempts }: SmokeResult): Markup {
  const last = attempts.at(-1)
  const unmet = last?.judgements.filter(({ isMet }) => !isMet) ?? []
  const place = `${position.file}:${position.line}`
  const trigger = last?.transactionId ?? ''
  const ending = endingOf(last)
  return markup`<li class="problem error"><h3><span class="tag error">${outcome === 'unmet' ? 'failed' : 'unknown'}</span> ${name}</h3><p class="quiet">${suite} · ${target} · <span class="place">${place}</span>${trigger === '' ? '' : markup` · <code>${trigger}</code>`}</p>${unmet.map(seen)}${ending === undefined ? '' : markup`<p>${ending}</p>`}${(last?.explanations ?? []).map(why)}</li>`
}

function seen({ expected, seen: found, recipient }: Judgement): Markup {
  return markup`<p>expected <code>${expected}</code>${recipient === undefined ? '' : markup` for <span class="name">${recipient}</span>`}, seen <code>${found}</code></p>`
}

function why({ why: reason, advice, resource, position }: Explanation): Markup {
  const place =
    position === undefined ? '' : markup` <span class="place">${position.file}:${position.line}</span>`
  return markup`<p>${reason}<br>${advice}${resource === undefined ? '' : markup`<br>${resource}${place}`}</p>`
}

const words = { met: 'ok', unmet: 'failed', skipped: 'skipped', unknown: 'unknown' } as const

export function smokeCases({ results }: SmokeRun): Markup {
  return markup`<div class="scroll" tabindex="0" role="region" aria-label="Cases"><table><thead><tr><th scope="col">Outcome</th><th scope="col">Target</th><th scope="col">Suite</th><th scope="col">Case</th><th scope="col" class="number">Tries</th><th scope="col" class="number">Time</th></tr></thead><tbody>${results.map(line)}</tbody></table></div>`
}

function line({ outcome, target, suite, name, attempts, milliseconds, reason }: SmokeResult): Markup {
  const beside = reason === undefined ? '' : markup` <span class="quiet">${reason}</span>`
  return markup`<tr><td>${words[outcome]}</td><td>${target}</td><td>${suite}</td><td>${name}${beside}</td><td class="number">${attempts.length}</td><td class="number">${outcome === 'skipped' ? '' : duration(milliseconds)}</td></tr>`
}
