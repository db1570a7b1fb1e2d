// Edits of one field, or by one resource, for the kinds that belfry knows.
import type { Case, Manifest } from '../../support/laws/case.ts'
import { slots } from './integrations.ts'
import { draw, fieldEdits, seedOf, type Draw, type Editor } from './field-edits.ts'
import type { Edit } from './one-field.ts'
import { omit, targetOf, textOf, type Fields } from '../../support/laws/texts.ts'
import { inAnyOrder } from '../../support/laws/transports.ts'

/** One of the edits below, by chance. */
export function edit(live: Case, manifest: Manifest, random: Draw): Edit | undefined {
  const kinds: Making[] = [
    addEnvironment,
    addEnvironment,
    addIntegration,
    addIntegration,
    movePrimary,
    movePrimary,
    ...fieldEdits.map(changing),
  ]
  return draw(kinds, random)?.(manifest, draw(live.targets, random)?.alias ?? '', random, live)
}

function addEnvironment(manifest: Manifest, _: string, random: Draw): Edit {
  const items = manifest['environments'] ?? []
  const item = {
    name: `New ${items.length}`,
    color: '#123456',
    ...(random() < 0.5 && { identifier: `new-${items.length}` }),
  }
  const calls = [
    'POST environments: color name',
    ...(item.identifier === undefined ? [] : [`PUT environments id: identifier`]),
  ]
  return { manifest: { ...manifest, environments: [...items, item] }, calls }
}

function addIntegration(manifest: Manifest, target: string, random: Draw): Edit {
  const items = manifest['integrations'] ?? []
  const slot = draw(slots.slice(0, 7), random)
  const fields: Fields = {
    identifier: `new-${items.length}`,
    providerId: slot?.providerId ?? '',
    channel: slot?.channel ?? '',
    ...(random() < 0.5 && { name: 'New' }),
    ...(random() < 0.5 && { credentials: { apiKey: 'secret:1', from: 'new' } }),
  }
  const call = `POST integrations: ${Object.keys(fields).sort().join(' ')}`
  return {
    manifest: { ...manifest, integrations: [...items, { ...fields, targets: [target] }] },
    calls: [call],
  }
}

type Making = (manifest: Manifest, target: string, random: Draw, live: Case) => Edit | undefined

/** An edit of one of the target's items, the first by chance that can be edited so. */
function changing({ list, change }: Editor): Making {
  return (manifest, target, random, live) => {
    const items = manifest[list] ?? []
    const own = items.filter((item) => item['targets'] === undefined || targetOf(item) === target)
    for (const item of inAnyOrder(own, random)) {
      const changed = change(item, random, live)
      if (changed === undefined) continue
      const edited = items.map((each) => (each === item ? changed.item : each))
      return { manifest: { ...manifest, [list]: edited }, calls: [changed.call] }
    }
    return undefined
  }
}

/** Another primary for a channel, in place of the one that is declared, if any. */
function movePrimary(manifest: Manifest, target: string, random: Draw, live: Case): Edit | undefined {
  const items = manifest['integrations'] ?? []
  const fit = items.filter(
    (item) =>
      targetOf(item) === target &&
      ['email', 'sms'].includes(textOf(item['channel'])) &&
      item['primary'] !== true &&
      item['active'] !== false &&
      JSON.stringify(item['conditions'] ?? []) === '[]' &&
      item['rules'] === undefined &&
      seedOf(item, live)?.primary !== true,
  )
  const next = draw(fit, random)
  if (next === undefined) return undefined
  const integrations = items.map((item) => {
    if (item === next) return { ...item, primary: true }
    const isRival = targetOf(item) === target && item['channel'] === next['channel']
    return isRival ? omit(item, ['primary']) : item
  })
  return { manifest: { ...manifest, integrations }, calls: ['POST integrations set-primary'] }
}
