// The files of a new project.
import { hash } from 'node:crypto'
import { visible } from '../../core/visible.ts'
import drift from '../../../examples/pipelines/github/belfry-drift.yml?raw'
import applyApproved from '../../../examples/pipelines/github/belfry-apply-approved.yml?raw'
import applyDrift from '../../../examples/pipelines/github/belfry-apply-drift.yml?raw'
import forkComment from '../../../examples/pipelines/github/belfry-fork-comment.yml?raw'
import plan from '../../../examples/pipelines/github/belfry-plan.yml?raw'
import gitlab from '../../../examples/pipelines/gitlab/.gitlab-ci.yml?raw'
import skill from '../../../skills/belfry/SKILL.md?raw'
import { isOwnVariable, keyVariables } from '../../project/variables.ts'
import { schemaCopy, schemaLine } from '../schemas.ts'
import { unnamedAction, type Answers } from './answers.ts'
import settings from './settings.json?raw'
import start from './start.yaml?raw'
import type { NewTarget } from './new-targets.ts'

export interface NewFile {
  /** From the project's folder. */
  readonly name: string
  readonly text: string
}

/** An environment variable that has to be set, and what it is for. */
export interface Variable {
  readonly name: string
  readonly purpose: string
}

/** Existing ones are kept. */
export function editorFiles(): readonly NewFile[] {
  return [schemaCopy('project'), schemaCopy('manifest'), { name: '.vscode/settings.json', text: settings }]
}

/** In the folders that coding agents read. */
export const skillFiles: readonly NewFile[] = ['.agents', '.claude'].map((folder) => ({
  name: `${folder}/skills/belfry/SKILL.md`,
  text: signed(skill),
}))

/** With a digest, by which a later version knows that no one has changed the file. */
function signed(text: string): string {
  return `${text}\n<!-- belfry init --skill ${hash('sha256', text)} -->\n`
}

/** Whether the text is one that belfry wrote; false without a text. */
export function isUnchangedSkill(text: string | undefined): boolean {
  return text === signed(text?.replace(/\n<!-- belfry init --skill \w+ -->\n$/, '') ?? '')
}

/** What git ignores: the values of variables, and a saved plan, which may contain personal data. */
export const ignored = ['.env', 'plan.json']

/** The manifest of a project that begins with nothing. */
const startName = 'manifests/integrations.yaml'
export const startFile: NewFile = { name: startName, text: schemaLine('manifest', startName) + start }

/** `secrets` are what the manifests refer to. */
export function filesOf(
  { service, targets, pipeline, action }: Answers,
  manifests: readonly NewFile[],
  secrets: readonly Variable[],
): readonly NewFile[] {
  const keys = targets.flatMap(({ variable: name, environment }) =>
    name === undefined ? [] : [{ name, purpose: `the API key of the environment ${visible(environment)}` }],
  )
  return [
    { name: 'belfry.yaml', text: projectText(service.text, targets) },
    ...manifests,
    { name: '.env.example', text: envText([...keys, ...secrets]) },
    ...(pipeline === 'github' ? githubFiles(keys, secrets, action) : []),
    ...(pipeline === 'gitlab' ? [{ name: ciSystems.gitlab.place, text: gitlabText(keys) }] : []),
  ]
}

function projectText(url: string, targets: readonly NewTarget[]): string {
  const lines = targets.flatMap(({ alias, environment, variable }) => {
    const fields = [
      ...(environment === alias ? [] : [`    environment: ${quoted(environment)}`]),
      ...(variable === undefined ? [] : [`    apiKey: \${env:${variable}}`]),
    ]
    const note = variable === undefined ? ' # uses the API key of the sandbox' : ''
    return [`  ${quoted(alias)}:${fields.length === 0 ? ' {}' : ''}${note}`, ...fields]
  })
  return `${schemaLine('project', 'belfry.yaml')}# The service, its environments that belfry manages, and the folder of the manifests.
service:
  url: ${quoted(url)}

targets: # apply changes the targets in this order
${lines.join('\n')}

manifests: [manifests]
`
}

/** A string in YAML; characters other than ASCII are escaped, because some are invisible. */
function quoted(text: string): string {
  if (/^[A-Za-z][\w:/.-]*\w$/.test(text) && !/^(?:true|false|null)$/i.test(text)) return text
  return JSON.stringify(text).replaceAll(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function envText(variables: readonly Variable[]): string {
  if (variables.length === 0)
    return `# This project uses no environment variables yet. If a manifest uses \${env:NAME}, add NAME= to this file, and set the value in .env. git ignores .env.
# belfry plan --dotenv .env
`
  return `# The environment variables of this project. Copy this file to .env, and set the variables in .env. git ignores .env.
# belfry plan --dotenv .env
${variables.map(({ name, purpose }) => `\n# ${purpose}\n${name}=\n`).join('')}`
}

/** The CI systems, and where each reads its pipelines: only at the top of the repository. */
export const ciSystems = {
  github: { system: 'GitHub', place: '.github/workflows' },
  gitlab: { system: 'GitLab', place: '.gitlab-ci.yml' },
} as const

/** A pull request may use keys in other variables than those for belfry only if the pipeline lists them. */
function listed(keys: readonly Variable[], indent: string): string {
  const names = keys.map(({ name }) => name).filter((name) => !isOwnVariable(name))
  return names.length === 0 ? '' : `${indent}${keyVariables}: ${names.join(',')}\n`
}

function gitlabText(keys: readonly Variable[]): string {
  return gitlab.replace(/^( +)GIT_DEPTH: '0'\n/m, (line, indent: string) => `${line}${listed(keys, indent)}`)
}

/** Those of examples/pipelines, with the variables of this project. */
function githubFiles(keys: readonly Variable[], secrets: readonly Variable[], action: string): NewFile[] {
  const written = {
    'belfry-plan': plan,
    'belfry-fork-comment': forkComment,
    'belfry-apply-approved': applyApproved,
    'belfry-apply-drift': applyDrift,
    'belfry-drift': drift,
  }
  const lines = (variables: readonly Variable[]) => (_: string, indent: string) =>
    variables.map(({ name }) => `${indent}${name}: \${{ secrets.${name} }}\n`).join('')
  const keyLines = (line: string, indent: string) => `${lines(keys)(line, indent)}${listed(keys, indent)}`
  return Object.entries(written).map(([name, text]) => ({
    name: `${ciSystems.github.place}/${name}.yml`,
    text: text
      .replaceAll(`OWNER/${unnamedAction}`, action)
      .replaceAll(/^( +)BELFRY_DEVELOPMENT_API_KEY: .*\n +BELFRY_PRODUCTION_API_KEY: .*\n/gm, keyLines)
      .replaceAll(/^( +)SENDGRID_KEY: .*\n/gm, lines(secrets)),
  }))
}
