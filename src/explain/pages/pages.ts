// The reference pages of the manual, by their names in docs/reference.
import type { CommandRow } from '../explained.ts'
import { commandsPage } from './commands-page.ts'
import { manifestPage, projectPage, smokePage } from './fields-pages.ts'
import { providersPage } from './providers-page.ts'
import { rulesPage } from './rules-page.ts'

export function referencePages(commands: readonly CommandRow[]): Readonly<Record<string, string>> {
  return {
    'manifest.md': manifestPage(),
    'project.md': projectPage(),
    'smoke.md': smokePage(),
    'providers.md': providersPage(),
    'rules.md': rulesPage(),
    'commands.md': commandsPage(commands),
  }
}
