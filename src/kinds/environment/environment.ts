// Environments: stages of the organisation, created and updated but never deleted.
import type { Difference } from '../../core/plan/compare-fields.ts'
import { pick, IdOf, Unreadable, type Value, type ValueMap, textOf } from '../../core/value.ts'
import { checkEnvironment, environmentFields, type Shown } from './fields.ts'
import type { Draft, Kind, Access } from '../kind.ts'
import { type Desired, type Live, type Observed, formerNameOf } from '../resource.ts'
import { pair, renaming } from '../renames.ts'
import { given, present } from '../../core/given.ts'
import { listEnvironments, operations } from '../../service/operations.ts'
import { readerOf } from '../from-field-rows.ts'

/** Declared fields that the create operation doesn't accept; a second call sets them. */
const setAfterCreate = new Set(['identifier', 'dns', 'bridge'])
/** The contract's create accepts it; that of deployed services drops it. */
const maybeKept = 'parent'

export const environment: Kind = {
  name: 'environment',
  scope: 'organisation',
  stages: ['create', 'update'],
  fields: environmentFields,
  fieldsOf: ({ name, previously, via: _via, ...fields }) => ({
    ...(previously !== undefined && name !== undefined && { name }),
    ...fields,
  }),
  check: checkEnvironment,

  async *observe(access, desired) {
    const own = [...desired]
    const live = await readEnvironments(access, own)
    for (const each of pair(own, live, { at: access.readAt('environments') })) {
      const former = each.former ?? holderOf(each, live, own)
      yield former ? { ...each, former } : each
    }
  },

  standIns: environmentStandIns,

  refuse: ({ desired, live }) =>
    live === undefined && desired?.declared['color'] === undefined
      ? {
          rule: 'color-needed',
          path: [],
          message: `environment ${desired?.name} is not in the service, and creating it requires a color`,
          hint: 'Add a color, such as color: "#ff8800".',
        }
      : undefined,

  changes: ({ desired, live }, differences) => {
    if (desired === undefined) return []
    return live === undefined ? creation(desired) : update(desired, live, differences)
  },
}

/** The other environment that has the declared identifier, unless it is declared to get another one. */
function holderOf(
  { desired, live }: Observed,
  all: readonly Live[],
  own: readonly Desired[],
): Live | undefined {
  const wanted = desired?.declared['identifier']
  if (typeof wanted !== 'string') return undefined
  const holder = all.find(({ id, fields }) => fields['identifier'] === wanted && id !== live?.id)
  if (holder === undefined || live === undefined) return holder
  const declared = own.find((each) => [each.name, formerNameOf(each)].includes(holder.name))
  const next = declared?.declared['identifier']
  return next === undefined || next === wanted ? holder : undefined
}

function creation(desired: Desired): Draft[] {
  // A new environment has nothing to clear.
  const later = Object.keys(desired.fields).filter(
    (field) => (setAfterCreate.has(field) || field === maybeKept) && desired.fields[field] !== null,
  )
  const now = Object.keys(desired.fields).filter((field) => !setAfterCreate.has(field))
  const create: Draft = {
    action: 'create',
    stage: 'create',
    call: {
      operation: operations.createEnvironment,
      parameters: {},
      body: { name: desired.name, ...bodyOf(pick(desired.fields, now)) },
    },
    before: null,
    after: pick(
      desired.fields,
      now.filter((field) => field !== maybeKept),
    ),
    differences: now.filter((field) => field !== 'name').map((field) => appearing(field, desired.fields)),
    ...needingParent(desired.fields),
    sideEffects: ['the service adds an in-app integration and API keys to the new environment'],
  }
  if (later.length === 0) return [create]
  const isParentAlone = later.every((field) => field === maybeKept)
  // A parent that the create has set doesn't prove that the other fields are set.
  const proof = isParentAlone ? later : later.filter((field) => field !== maybeKept)
  const complete: Draft = {
    action: 'update',
    stage: 'update',
    call: updateCall(desired.name, pick(desired.fields, later)),
    // The service generates an identifier, which is not known yet.
    before: Object.fromEntries(proof.map((field) => [field, new Unreadable(false)])),
    after: pick(desired.fields, proof),
    differences: later.map((field) => appearing(field, desired.fields)),
    needs: [{ kind: 'environment', name: desired.name, action: 'create' }],
    // If the create has set everything, nothing is sent.
    ...(isParentAlone && {
      reread: true,
      summary: 'belfry sends this request only if the service ignored the parent in the create request',
    }),
  }
  return [create, complete]
}

function update(desired: Desired, live: Live, differences: readonly Difference[]): Draft[] {
  const changed = [...new Set(differences.map(({ path }) => path[0] ?? ''))]
  if (changed.length === 0) return []
  const rename = renaming(differences, 'name')
  const after = pick(desired.fields, changed)
  return [
    {
      action: 'update',
      stage: 'update',
      call: updateCall(desired.name, after),
      before: pick(live.fields, changed),
      after,
      differences,
      ...needingParent(after),
      sideEffects: present(
        rename?.sideEffect,
        changed.includes('identifier') && 'clients that use the old application identifier stop working',
      ),
      ...(rename !== undefined && { summary: rename.summary }),
    },
  ]
}

function needingParent({ parent }: ValueMap): Pick<Draft, 'needs'> {
  return typeof parent === 'string'
    ? { needs: [{ kind: 'environment', name: parent, action: 'create' }] }
    : {}
}

function updateCall(name: string, fields: ValueMap) {
  return {
    operation: operations.updateEnvironment,
    parameters: { environmentId: new IdOf('environment', name) },
    body: bodyOf(fields),
  }
}

function bodyOf({ parent, bridge, ...fields }: ValueMap): ValueMap {
  return {
    ...fields,
    ...(typeof parent === 'string' && { parentId: new IdOf('environment', parent) }),
    // An empty address clears the bridge; the contract has no null here.
    ...(bridge !== undefined && { bridge: bridge === null ? { url: '' } : bridge }),
  }
}

function appearing(field: string, fields: ValueMap): Difference {
  return { path: [field], answer: 'different', before: undefined, after: fields[field] as Value }
}

const fieldsOf = readerOf(environmentFields)

async function readEnvironments(access: Access, desired: readonly Desired[]): Promise<Live[]> {
  const all: readonly Shown[] = await access.once('environments', listEnvironments)
  const live = new Set(all.map(({ name }) => name))
  // A parent that is being renamed is declared under its new name.
  const renamed = renamedSince(desired, live)
  const names = new Map(all.map(({ _id, name }) => [_id, renamed.get(name) ?? name]))
  return all.map((item) => ({ id: item._id, name: item.name, fields: fieldsOf(item, names) }))
}

/** Environments as an earlier tree declares them, instead of those in the service. */
function environmentStandIns(earlier: readonly Desired[], desired: readonly Desired[]): Live[] {
  const renamed = renamedSince(desired, new Set(earlier.map(({ name }) => name)))
  return earlier.map(({ name, fields }) => {
    const parent = renamed.get(textOf(fields['parent']))
    return { id: name, name, fields: { ...fields, name, ...given({ parent }) } }
  })
}

function renamedSince(desired: readonly Desired[], known: ReadonlySet<string>) {
  return new Map(
    desired.filter(({ name }) => !known.has(name)).map((each) => [formerNameOf(each), each.name]),
  )
}
