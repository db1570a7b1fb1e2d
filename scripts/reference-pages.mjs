// Makes the reference pages of the manual from what `belfry explain` prints.

/** `facts` are the exports of dist/reference.js. Whole texts, by file name in docs/reference. */
export function referencePages({ commands, explained, ruleGroups, headingOf, grouped }) {
  const of = (sort) => explained.filter((each) => each.sort === sort)
  const fields = of('field')
  return {
    'manifest.md': manifestPage(fields),
    'project.md': page(
      'Fields of belfry.yaml',
      'This page lists every field of the project file, with its type and default. `belfry explain project.targets` explains the field `targets`.',
      ['## Fields', fieldTable('project', fields)],
    ),
    'smoke.md': page(
      'Fields of smoke suites',
      'This page lists every field of a smoke suite, with its type and default. `belfry explain smoke.expect` explains the field `expect`.',
      [
        'A field of the suite applies to all cases of the suite. A case can set a different value for the same field.',
        '## Fields',
        fieldTable('smoke', fields),
      ],
    ),
    'providers.md': providersPage(of('provider'), grouped),
    'rules.md': rulesPage(ruleGroups, of('exit'), headingOf),
    'commands.md': commandsPage(commands, grouped),
  }
}

function manifestPage(fields) {
  const roots = fields.map(({ name }) => name).filter((name) => !/\.|^project$|^smoke$/.test(name))
  return page(
    'Fields of manifests',
    'This page lists every field of a manifest, with its type and default. `belfry explain integration.credentials` explains the field `credentials` of an integration.',
    [
      'If a manifest leaves out a field, the field stays unchanged in the service. The field names on this page contain no list indexes. For example, `channels.credentials` is a field of each entry of the list `channels`.',
      ...roots.flatMap((root) => [
        `## ${root === 'manifest' ? 'The whole file' : `${capitalized(root)}s`}`,
        fieldTable(root, fields),
        ...(root === 'manifest' ? [] : limitsOf(fields.filter(({ name }) => name.startsWith(`${root}.`)))),
      ]),
      '## Conditions',
      'A condition of an integration is a group of comparisons. Upper and lower case matter in the values of the following fields.',
      table(
        ['Field', 'Values'],
        ['type', 'value', 'children.operator', 'children.on'].map((name) => [
          code(`conditions.${name}`),
          codes(valuesOf(fields.find((each) => each.name === `integration.conditions.${name}`))),
        ]),
      ),
      '## References',
      'A string can contain references. In any other field, such as a number, the whole value can be a reference to a variable of the same type as the field.',
      table(
        ['Form', 'Value', 'Treated as'],
        [
          ['`${env:NAME}`', 'an environment variable', 'a secret'],
          ['`${env:NAME|plain}`', 'an environment variable', 'visible text; not allowed in a secret field'],
          ['`${file:PATH}`', 'the content of a file', 'a secret'],
          ['`${secret:NAME}`', 'the output of the secret command', 'a secret; only in secret fields'],
          [
            '`${var:NAME}`',
            'a variable of `belfry.yaml`',
            'a secret, if the value of the variable is a secret',
          ],
          ['`${target:name}`', 'the name of the target', 'visible text'],
          ['`$${`', 'the characters `${`', 'visible text'],
        ],
      ),
    ],
  )
}

/** A service may have further values of some fields, so their schema lists none and the description does. */
function valuesOf({ facts, summary }) {
  return facts.Values?.split(', ') ?? summary.match(/\b[A-Z][A-Z_]+\b|\b(?:subscriber|payload)\b/g) ?? []
}

/** Which fields can be cleared, and which contain an identity or a route, so no secret may be in them. */
function limitsOf(fields) {
  const listed = (text, test) => {
    const names = fields.filter(({ facts }) => test(facts)).map(({ name }) => pathOf(name))
    return names.length === 0 ? [] : [`${text} ${codes(names)}.`]
  }
  return [
    ...listed(
      'To clear the value of one of these fields in the service, write `null`:',
      (facts) => facts.null !== undefined,
    ),
    ...listed(
      '`${var:NAME}` is the only reference that is allowed in',
      ({ References }) => References === '${var:NAME} only',
    ),
  ]
}

/** A row for each field below a root. Fields that another field has too are listed once. */
function fieldTable(root, fields) {
  const byName = new Map(fields.map((field) => [field.name, field]))
  const childrenOf = ({ name, parts }) =>
    parts.flatMap(({ entries }) => entries.map((entry) => byName.get(`${name}.${entry.name}`)))
  const shapeOf = (field) => [lastOf(field), field.facts.Type, field.summary, childrenOf(field).map(shapeOf)]
  const seen = new Map()
  const rows = (field) => {
    const { name, summary, facts } = field
    const children = childrenOf(field)
    const shape = JSON.stringify(children.map(shapeOf))
    const before = children.length > 0 ? seen.get(shape) : undefined
    if (before === undefined) seen.set(shape, pathOf(name))
    const more = before === undefined ? '' : ` The fields are the same as the fields of ${code(before)}.`
    const notes = [facts.Required === 'yes' && 'required', facts.Secret?.startsWith('yes') && 'secret']
    const usual = facts.Default ?? ''
    return [
      [
        code(pathOf(name)),
        facts.Type,
        notes.filter(Boolean).join(', '),
        prose(usual),
        `${prose(summary)}${unnamed(facts.Values?.split(', '), summary + usual)}${more}`,
      ],
      ...(before === undefined ? children.flatMap(rows) : []),
    ]
  }
  return table(
    ['Field', 'Type', 'Notes', 'Default', 'Description'],
    childrenOf(byName.get(root)).flatMap(rows),
  )
}

function lastOf({ name }) {
  return name.slice(name.lastIndexOf('.') + 1)
}

/** Without its root. */
function pathOf(name) {
  return name.slice(name.indexOf('.') + 1)
}

/** Values that a text doesn't name. */
function unnamed(values = [], text) {
  return values.every((value) => text.includes(value)) ? '' : ` Values: ${codes(values)}.`
}

function credentialsOf({ parts }) {
  return parts.flatMap(({ entries }) => entries)
}

function isSecret({ notes }) {
  return notes.includes('secret')
}

const channels = { email: 'Email', sms: 'SMS', chat: 'Chat', push: 'Push', in_app: 'In-app' }

function providersPage(providers, grouped) {
  const cell = (provider, note) =>
    credentialsOf(provider)
      .filter(({ notes }) => notes.includes(note))
      .map((entry) => `${code(entry.name)}${isSecret(entry) ? ' _(secret)_' : ''}`)
      .join(', ')
  const credentials = new Map(providers.flatMap(credentialsOf).map((each) => [each.name, each]))
  return page(
    'Providers and credentials',
    'This page lists the providers that belfry knows, and the credentials of each provider. `belfry explain provider/ID` prints an example manifest for one provider.',
    [
      'An active integration needs all required credentials. The required credentials are those that the form in the dashboard requires. Secret credentials are marked with _(secret)_. Manifests contain references to secret credentials, and belfry never prints the values. In a provider ID that begins with `novu`, you can write `svc` instead, such as `svc-slack` for `novu-slack`.',
      ...providers.find(({ name }) => name === 'sendgrid').examples.map(exampleBlock),
      ...[...grouped(providers, ({ facts }) => facts.Channel)].flatMap(([channel, each]) => [
        `## ${channels[channel] ?? channel}`,
        table(
          ['ID', 'Name', 'Required credentials', 'Optional credentials'],
          each.map((provider) => [
            code(provider.name),
            provider.summary.replace(/, a provider for .*$/, ''),
            cell(provider, 'required'),
            cell(provider, 'optional'),
          ]),
        ),
      ]),
      '## Meaning of each credential',
      table(
        ['Credential', 'Secret', 'Description'],
        [...credentials.values()]
          .toSorted((a, b) => (a.name < b.name ? -1 : 1))
          .map((entry) => [code(entry.name), isSecret(entry) ? 'yes' : 'no', entry.summary]),
      ),
    ],
  )
}

function rulesPage(groups, exits, headingOf) {
  const sectionOf = ({ name, summary, text, fix, examples }) => [
    `### ${name}`,
    `**${summary}**`,
    ...text,
    ...(fix === undefined ? [] : [`**Fix:** ${fix}`]),
    ...examples.flatMap((example) => {
      const place = example.file === undefined ? '' : `, in ${code(example.file)}`
      return [`${headingOf(example, examples)}${place}:`, exampleBlock(example)]
    }),
  ]
  return page(
    'Rules and exit codes',
    'This page explains every rule ID in errors and warnings, and every exit code. `belfry explain RULE` prints the explanation of one rule.',
    [
      'If a rule has _yes_ in the column _Configurable_, you can change the severity of the rule with `rules: { RULE: error | warn | off }` in `belfry.yaml`.',
      ...groups.flatMap(({ title, rules }) => [
        `## ${title}`,
        table(
          ['Rule', 'Severity', 'Configurable', 'Exit code'],
          rules.map(({ name, facts: { Severity, 'Exit code': exit } }) => [
            `[${code(name)}](#${name})`,
            Severity.split(';')[0],
            Severity.includes('rules: {') ? 'yes' : 'no',
            exit,
          ]),
        ),
        ...rules.flatMap(sectionOf),
      ]),
      '## Exit codes',
      'If a command has several results, belfry ends with the first matching exit code of this list: 130, 143, 5, 6, 7, 4, 3, 1, 2, 0.',
      ...exits.flatMap(({ name, summary, text, fix, examples }) => [
        `### Exit code ${name}`,
        `**${summary}**`,
        ...text,
        `**What to do:** ${fix}`,
        ...examples.map(exampleBlock),
      ]),
    ],
  )
}

function commandsPage(commands, grouped) {
  const sectionOf = ({ name, usage, help, notes, arguments: all, options, examples, variables = [] }) => [
    `## belfry ${name}`,
    `${sentence(help)} Usage: ${code(`belfry ${name} ${usage}`.trimEnd())}`,
    ...(notes === undefined ? [] : [prose(notes)]),
    ...(all.length === 0
      ? []
      : [
          table(
            ['Argument', 'What it is'],
            all.map((each) => [code(each.name), sentence(each.help)]),
          ),
        ]),
    ...[...grouped(options, ({ group = 'Options' }) => group)].flatMap(([group, each]) => [
      `**${group}**`,
      table(['Option', 'What it does', 'Default'], each.map(optionCells)),
    ]),
    ...(examples.length === 0 ? [] : [exampleBlock({ language: 'sh', text: examples.join('\n') })]),
    ...(variables.length === 0 ? [] : [`The command reads the environment variables ${codes(variables)}.`]),
  ]
  return page(
    'Commands and options',
    'This page lists every command with all of its options. `belfry plan --help` prints the options of the command `plan`. `belfry explain --only` explains the option `--only`.',
    [
      table(
        ['Command', 'What it does'],
        commands.map(({ name, help }) => [
          `[${code(`belfry ${name}`)}](#belfry-${name.replaceAll(' ', '-')})`,
          sentence(help),
        ]),
      ),
      'Every command also has `--help`. An argument that is shown with `...` can be repeated.',
      ...commands.flatMap(sectionOf),
    ],
  )
}

function optionCells({ name, short, argument = '', help, choices, default: usual = '' }) {
  return [
    code(`${short === undefined ? '' : `${short}, `}${name} ${argument}`.trimEnd()),
    `${sentence(help)}${unnamed(choices, help)}`,
    code(usual),
  ]
}

/** The page with a title, a sentence on what it is for, and its parts. */
function page(title, about, parts) {
  const made = '`npm run generate` generates this page from the code. To change this page, change the code.'
  return `${[`# ${title}`, `${about} ${made}`, ...parts].join('\n\n')}\n`
}

function table(head, rows) {
  return [line(head), `|${head.map(() => ' --- |').join('')}`, ...rows.map(line)].join('\n')
}

function line(cells) {
  return `| ${cells.map((text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
}

function code(text) {
  return text === '' ? '' : `\`${text}\``
}

function codes(texts) {
  return texts.map(code).join(', ')
}

/** Help begins without a capital and ends without a full stop. */
function sentence(help) {
  return prose(capitalized(help).replace(/[^.!?]$/, '$&.'))
}

function capitalized(text) {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Text of schemas and help, in which only some code is marked as such. */
function prose(text) {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? code(part) : part.split(' ').map(word).join(' ')))
    .join('')
}

/** References, placeholders and patterns are code, without the punctuation around them. */
function word(text) {
  if (!text.includes('${') && !/[<*]/.test(text)) return text
  return text.replace(/^([("]*)(.*?)([.,;:)"]*)$/s, (_, before, own, after) => before + code(own) + after)
}

/** Commands are examples, so no test runs them. */
function exampleBlock({ language, text }) {
  const mark = language === 'sh' ? '<!-- illustrative -->\n\n' : ''
  return `${mark}\`\`\`${language}\n${text.trimEnd()}\n\`\`\``
}
