// What a reviewer should know beside the changes, in the lines of the terminal: what isn't touched, can't be compared, or waits.
import { present } from '../../core/given.ts'
import { unreadableAdvice } from '../../core/plan/unreadable.ts'
import { number } from '../../core/words.ts'
import { plansOf } from '../account.ts'
import { noteLines } from '../plan-notes.ts'
import { uncomparedTitle, unreadableNotes } from '../uncompared.ts'
import { uncomparedLines } from '../text/saved-plan.ts'
import { diff } from '../text/style.ts'
import { linesOf, markup, type Markup } from './markup.ts'
import { targetOf, type Story } from './story.ts'

/** Of one list. */
const maxShown = 200
const maxOpen = 10

export function notes({ account, sections }: Story): Markup | undefined {
  const plans = account.command === 'validate' ? [] : plansOf(account)
  const shown = [
    ...plans.flatMap((plan) => {
      const title = uncomparedTitle(plan)
      const changes = plan.declaredSince?.changes ?? []
      const lines = changes.flatMap((change) => uncomparedLines(change, plan, diff, 'full'))
      return title === undefined ? [] : [markup`<h3>${title}</h3>${linesOf(lines)}`]
    }),
    ...sections.flatMap((section) => {
      const lines = (['warning', 'waiting', 'released', 'note'] as const).flatMap((severity) =>
        noteLines(section, severity, 'full'),
      )
      return lines.length === 0 ? [] : [list(targetOf(section), lines)]
    }),
    ...plans
      .flatMap(unreadableNotes)
      .map(({ heading, resources, once, canAlways }) =>
        list(
          heading,
          resources,
          present(
            once !== undefined && markup`<p>To send these fields once: <code>${once}</code></p>`,
            canAlways && markup`<p>${unreadableAdvice()}</p>`,
          ),
        ),
      ),
  ]
  return shown.length === 0 ? undefined : markup`${shown}`
}

function list(title: string, lines: readonly string[], below: readonly Markup[] = []): Markup {
  const rest = lines.length - maxShown
  return markup`<details${lines.length <= maxOpen ? markup` open` : ''}><summary><h3>${title}</h3> <span class="about">${number(lines.length)}</span></summary><ul>${lines.slice(0, maxShown).map((line) => markup`<li>${line}</li>`)}</ul>${rest > 0 ? markup`<p class="cut quiet">and ${number(rest)} more</p>` : ''}${below}</details>`
}
