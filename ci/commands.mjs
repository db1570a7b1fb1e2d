// The commands that put drift back, or adopt it, for an issue about drift.

/** Characters. */
export const longestCommands = 20_000

/**
 * @param {{ sections: { changes: { action: string, kind: string, name: string, target?: string, body?: object }[] }[] }} plan
 * @param {string} report Commands name only resources that the report names: it masks names that are personal data.
 */
export function commandsFor({ sections }, report) {
  const resources = new Map()
  for (const each of sections.flatMap(({ changes }) => changes)) {
    const key = `${each.target}/${each.kind}/${each.name}`
    // A resource that is created may also become primary.
    if (!resources.has(key)) resources.set(key, each)
  }
  const rows = [...resources.values()]
  if (rows.length === 0) return ''
  const named = rows.filter(
    ({ name }) => !/[*?{}[\]\\\p{C}\p{Zl}\p{Zp}]/u.test(name) && report.includes(name),
  )
  let left = longestCommands - 1000
  const blocks = named.map(blockOf).filter((block) => (left -= block.length + 1) >= 0)
  const others = rows.length - blocks.length
  const text = blocks.join('\n')
  const fence = '`'.repeat(Math.max(3, ...(text.match(/`+/g) ?? []).map(({ length }) => length + 1)))
  return [
    '### Put the drift back, or adopt it',
    'The first command changes the service to what the manifests declare. The second command changes the manifests to what the service has. To put resources back in the pipeline, run the workflow _belfry apply drift_ with the input `only`, such as `integration/mail-eu`.',
    ...(blocks.length === 0 ? [] : [`${fence}sh\n${text}\n${fence}`]),
    ...(others === 0
      ? []
      : [`${others} more: run \`belfry plan\`, then select each with \`--only KIND/NAME\`.`]),
  ].join('\n\n')
}

/** @param {{ action: string, kind: string, name: string, target?: string, body?: { active?: boolean } }} change */
function blockOf({ action, kind, name, target, body }) {
  const place = target === undefined ? '' : ` -t ${quoted(target)}`
  const selection = `${place} --only ${quoted(`${kind}/${name}`)}`
  // `unmanaged: deactivate` also switches off what is in no manifest, and --only refuses that.
  const isSwitchedOff = action === 'update' && body?.active === false
  const unlisted = isSwitchedOff ? `# If it is in no manifest, use belfry apply${place} instead.\n` : ''
  return `belfry apply${selection}\n${unlisted}${
    action === 'create'
      ? '# To adopt that it is missing, remove this resource from the manifests.'
      : `belfry export --write${selection}`
  }\n`
}

/** For a POSIX shell. @param {string} text */
function quoted(text) {
  return /^[\w./:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
