// The project file and the environment → the targets of this run.
import { resolve } from 'node:path'
import { didYouMean } from '../core/did-you-mean.ts'
import { given } from '../core/given.ts'
import { inReadingOrder, type Problem } from '../core/problem.ts'
import { configurableRules, ruleNamed, type RuleSettings } from '../core/rules.ts'
import { realPath } from '../manifest/text/allowed-folders.ts'
import { defaultInputLimits } from '../manifest/text/read-text.ts'
import type { MapNode } from '../manifest/text/node.ts'
import { placeFor, reporterFor, type Report } from '../manifest/frames/reporter.ts'
import { show } from '../manifest/frames/frame.ts'
import { findProjectFile, type Project, type Settings } from './project.ts'
import { notFound, readProject, type ReadProject } from './read-project.ts'
import { targetsOf } from './targets.ts'

export interface LoadedProject {
  /** Undefined if the named project file isn't found, has no usable part, or is for another version. With errors, incomplete. */
  readonly project?: Project
  readonly problems: readonly Problem[]
}

export async function loadProject(settings: Settings): Promise<LoadedProject> {
  const path =
    settings.projectFile === 'none' ? undefined : findProjectFile(settings.cwd, settings.configPath)
  if (path === undefined && settings.configPath !== undefined)
    return { problems: [notFound(settings.configPath)] }
  // The rules are in the file that is being read: its own problems get them afterwards, and until then the defaults.
  const first = reporterFor({})
  const inputLimits = { ...defaultInputLimits, ...settings.inputLimits }
  const read =
    path === undefined
      ? undefined
      : await readProject(path, settings.cwd, inputLimits, first, settings.guards)
  if (path !== undefined && read === undefined) return { problems: first.problems() }
  const ruleSettings = read?.value.rules ?? {}
  if (read !== undefined) checkRules(ruleSettings, read.root, first.report)
  const second = reporterFor(ruleSettings)
  if (read !== undefined) second.mask(read.source, read.masks)
  const project = projectOf(read, { ...settings, inputLimits }, ruleSettings, second.report)
  return { project, problems: inReadingOrder([...first.problems(), ...second.problems()]) }
}

function projectOf(
  read: ReadProject | undefined,
  settings: Settings & Pick<Project, 'inputLimits'>,
  ruleSettings: RuleSettings,
  report: Report,
): Project {
  const root = read?.folder ?? resolve(settings.cwd)
  const readable = [root, ...settings.fileRoots.map((folder) => resolve(settings.cwd, folder))]
  const { files } = settings
  const { missing = 'report', create } = read?.value.subscribers ?? {}
  return {
    root,
    ...(read && {
      path: realPath(read.path) ?? read.path,
      file: read.name,
      source: read.source,
      tree: read.root,
      masks: read.masks,
    }),
    unreadable: read?.value.unreadable ?? 'never',
    privacy: read?.value.privacy ?? 'show',
    // If subscribers are created, none is missing.
    missing: create === 'api' ? 'create' : missing,
    rules: ruleSettings,
    ...given({
      owns: read?.value.owns,
      ignore: read?.value.ignore,
      maxFailoverAge: read?.value.failover?.maxAge,
    }),
    smoke: {
      suites: read?.value.smoke?.suites ?? [],
      recipients: read?.value.smoke?.recipients ?? [],
    },
    manifests: files ?? read?.value.manifests ?? [],
    manifestsFrom: files === undefined ? root : settings.cwd,
    readable,
    settings,
    inputLimits: settings.inputLimits,
    ...targetsOf(read, { root, readable, settings, inputLimits: settings.inputLimits, report }),
  }
}

function checkRules(settings: RuleSettings, root: MapNode, report: Report): void {
  for (const id of Object.keys(settings)) {
    const rule = ruleNamed(id)
    if (rule?.configurable === true) continue
    report({
      rule: rule === undefined ? 'unknown-rule' : 'fixed-rule',
      place: placeFor('unknown-field', root, ['rules', id]),
      message:
        rule === undefined
          ? `unknown rule ${show(id)}${didYouMean(id, configurableRules)}`
          : `the severity of rule ${show(id)} can't be changed, because the rule prevents incorrect requests`,
      ...(rule !== undefined && { hint: 'Remove this rule from "rules" in the project file.' }),
    })
  }
}
