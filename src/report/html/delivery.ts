// Which integrations deliver each channel of each target, before and after.
import { present } from '../../core/given.ts'
import { grouped } from '../../core/grouped.ts'
import type { IntegrationState, Section, Standing } from '../../core/plan/plan.ts'
import { many } from '../../core/words.ts'
import { markup, type Markup } from './markup.ts'
import { targetOf, type Story } from './story.ts'

/** Of one channel; what changes comes first. */
const maxShown = 40

export function deliveryMap({ sections }: Story): Markup | undefined {
  const mapped = sections.filter(({ delivery = [] }) => delivery.length > 0)
  if (mapped.length === 0) return undefined
  return markup`${mapped.map((section) => targetMap(section, mapped.length === 1))}`
}

function targetMap(section: Section, isAlone: boolean): Markup {
  const target = targetOf(section)
  const byChannel = grouped(section.delivery ?? [], ({ channel }) => channel)
  const moved = (section.delivery ?? []).filter(hasMoved).length
  const about =
    moved === 0 ? 'no change' : `${many(moved, 'integration')} ${moved === 1 ? 'changes' : 'change'}`
  const rows = [...byChannel].map(([channel, standings]) => {
    const all = [...standings].sort((left, right) => Number(hasMoved(right)) - Number(hasMoved(left)))
    return markup`<tr><th scope="row">${channel}</th><td>${side(all, 'before')}</td><td>${side(all, 'after')}</td></tr>`
  })
  // Maps without a change are closed at first.
  return markup`<details class="map"${isAlone || moved > 0 ? markup` open` : ''}><summary><h3>${target}</h3> <span class="about">${about}</span></summary><div class="scroll" tabindex="0" role="region" aria-label="Delivery of ${target}"><table class="delivery"><caption class="unseen">Delivery of ${target}, before and after</caption><thead><tr><th scope="col">Channel</th><th scope="col">Before</th><th scope="col">After</th></tr></thead><tbody>${rows}</tbody></table></div></details>`
}

function side(all: readonly Standing[], when: 'before' | 'after'): Markup {
  const there = all.filter((standing) => standing[when] !== undefined)
  if (there.length === 0) return markup`<span class="quiet">none</span>`
  const more = there.length - maxShown
  const shown = there.slice(0, maxShown).map((standing) => {
    const state = standing[when] as IntegrationState
    const isNews = when === 'after' && hasMoved(standing)
    return markup`<li class="${state.active ? 'on' : 'off'}${isNews ? ' moved' : ''}"><span class="dot" aria-hidden="true"></span><span class="name">${standing.name}</span> <span class="quiet">${standing.providerId}</span>${tags(state).map((tag) => markup` <span class="tag ${tag}">${tag}</span>`)}${isNews ? markup`<span class="unseen"> (changes)</span>` : ''}</li>`
  })
  return markup`<ul class="standings">${shown}${more > 0 ? markup`<li class="cut quiet">and ${more} more</li>` : ''}</ul>`
}

function tags({ active, primary, conditional }: IntegrationState): string[] {
  return present(primary && 'primary', conditional && 'conditional', !active && 'inactive')
}

function hasMoved({ before, after }: Standing): boolean {
  return JSON.stringify(before) !== JSON.stringify(after)
}
