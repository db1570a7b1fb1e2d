// A kind that belfry doesn't have: one plain object, to show that a kind is no more than that.
import { z } from 'zod'
import type { Difference } from '../../../src/core/plan/compare-fields.ts'
import { IdOf, type Value, type ValueMap } from '../../../src/core/value.ts'
import { closed } from '../../../src/core/secrets/hide-secrets.ts'
import type { Draft, Kind } from '../../../src/kinds/kind.ts'
import type { Desired, Live } from '../../../src/kinds/resource.ts'
import { pair } from '../../../src/kinds/renames.ts'
import { isSecretAt } from '../../../src/kinds/from-field-rows.ts'

export interface Toy {
  readonly _id: string
  readonly name: string
  readonly colour?: string
  readonly code?: string
  readonly parts?: readonly string[]
  /** Has a call of its own. */
  readonly lid: 'open' | 'shut'
}

const operations = {
  create: { id: 'createToy', method: 'POST', path: '/v1/toys' },
  update: { id: 'updateToy', method: 'PATCH', path: '/v1/toys/{toyId}' },
  turn: { id: 'turnLid', method: 'PUT', path: '/v1/toys/{toyId}/lid' },
} as const

export const toy: Kind = {
  name: 'toy',
  scope: 'target',
  stages: ['make', 'turn'],
  fields: {
    name: {
      form: (form) => form.text(),
      about: 'The name.',
      privacy: 'public',
      required: true,
      identity: true,
      plain: true,
      nameOnly: true,
    },
    colour: {
      form: (form) => form.text().nullable(),
      about: 'The colour.',
      privacy: 'public',
      clears: 'itself',
    },
    code: { form: (form) => form.text(), about: 'The code of its lock.', privacy: 'secret' },
    parts: {
      form: (form) => z.array(form.text()),
      about: 'Its parts.',
      privacy: 'public',
      compare: { compare: 'set', additive: false },
    },
    lid: {
      form: (form) => form.oneOf({ open: 'Open.', shut: 'Shut.' }, 'wrong-value'),
      about: 'Its lid.',
      privacy: 'public',
      retired: 'shut',
    },
    _id: { readOnly: true },
  },
  fieldsOf: ({ name: _name, ...fields }) => fields,
  async *observe(look, desired) {
    const reply = await look.once('listToys', () =>
      look.client.call({ operation: 'listToys', method: 'GET', path: '/v1/toys' }),
    )
    yield* pair(desired, (reply as readonly Toy[]).map(liveOf))
  },
  changes: ({ desired, live }, differences) => {
    if (desired === undefined) return []
    const ofLid = differences.filter(({ path }) => path[0] === 'lid')
    const others = differences.filter(({ path }) => path[0] !== 'lid')
    return [
      ...(live === undefined || others.length > 0 ? [making(desired, live, others)] : []),
      ...(ofLid.length > 0 ? [turning(desired, live, ofLid)] : []),
    ]
  },
}

function liveOf({ _id, name, lid, ...fields }: Toy): Live {
  return { id: _id, name, fields: { ...(closed(fields, (path) => isSecretAt(toy, path)) as ValueMap), lid } }
}

function making(
  { name, fields: { lid: _lid, ...fields } }: Desired,
  live: Live | undefined,
  differences: readonly Difference[],
): Draft {
  if (live === undefined)
    return {
      action: 'create',
      stage: 'make',
      call: { operation: operations.create, parameters: {}, body: { name, ...fields } },
      before: null,
      after: fields,
      differences,
    }
  const after = pick(fields, differences)
  return {
    action: 'update',
    stage: 'make',
    call: { operation: operations.update, parameters: { toyId: new IdOf('toy', name) }, body: after },
    before: pick(live.fields, differences),
    after,
    differences,
  }
}

function turning(
  { name, fields }: Desired,
  live: Live | undefined,
  differences: readonly Difference[],
): Draft {
  const after = pick(fields, differences)
  return {
    part: 'lid',
    action: 'update',
    stage: 'turn',
    call: { operation: operations.turn, parameters: { toyId: new IdOf('toy', name) }, body: after },
    // Toys are made with their lid shut.
    before: { lid: live?.fields['lid'] ?? 'shut' },
    after,
    differences,
    needs: [{ kind: 'toy', name }],
  }
}

function pick(fields: ValueMap, differences: readonly Difference[]): ValueMap {
  return Object.fromEntries(
    differences.map(({ path: [field = ''] }): [string, Value] => [field, fields[field] ?? null]),
  )
}
