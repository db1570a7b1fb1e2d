// Errors and warnings, each with its place, the lines around it, and what to do.
import type { FrameLine, Problem } from '../../core/problem.ts'
import { present } from '../../core/given.ts'
import { visible } from '../../core/visible.ts'
import { markup, type Markup } from './markup.ts'

const maxShown = 2000

export function problemList(problems: readonly Problem[]): Markup | undefined {
  if (problems.length === 0) return undefined
  const rest = problems.length - maxShown
  const worstFirst = [...problems].sort(
    (left, right) => Number(right.severity === 'error') - Number(left.severity === 'error'),
  )
  return markup`<ul class="problems">${worstFirst.slice(0, maxShown).map(problem)}</ul>${rest > 0 ? markup`<p class="quiet">And ${rest} more.</p>` : ''}`
}

function problem({ severity, rule, message, hint, position, resource, target, frame }: Problem): Markup {
  const place = position && `${position.file}:${position.line}:${position.column}`
  const about = present(place, resource, target)
  return markup`<li class="problem ${severity}"><h3><span class="tag ${severity}">${severity}</span> ${message}</h3><p class="quiet"><code>${rule}</code>${about.map((text) => markup` · <span class="place">${text}</span>`)}</p>${hint === undefined ? '' : markup`<p>${hint}</p>`}${frame === undefined || frame.length === 0 ? '' : markup`<pre class="frame" tabindex="0" role="group" aria-label="Lines of ${place}">${frame.map(frameLine)}</pre>`}</li>`
}

function frameLine({ number, text, mark }: FrameLine): Markup {
  if (mark === undefined) return markup`<span class="line"><span class="at">${number}</span>${text}</span>`
  const from = mark.column - 1
  // A mark can be at the end of a line, after its last character.
  const marked = visible(text.slice(from, from + mark.length)) || ' '
  return markup`<span class="line"><span class="at">${number}</span>${text.slice(0, from)}<mark>${marked}</mark>${text.slice(from + mark.length)}</span>`
}
