// What showing a plan of 10,000 changes costs: the plan as text, Markdown and a web page, against `--summary`; and what the web
// page costs its reader, see page.mjs.
import { join } from 'node:path'
import { belfry } from '../../scripts/sandbox-process.mjs'
import { medians } from '../measure/medians.mjs'
import { node } from '../measure/process.mjs'
import { compared } from '../measure/row.mjs'
import { writeProject } from '../service/project.mjs'
import { measurePage } from './page.mjs'

const changes = 10_000

export async function measureFormats(bench) {
  const { folder, service, fewSamples } = bench
  const { cwd, env } = await writeProject(join(folder, 'formats'), service.url, [
    { from: 0, to: changes, version: 1 },
  ])
  await service.reset({ subscribers: changes })
  const plan = (...args) => node([belfry, 'plan', ...args], { cwd, env, hasPeak: true })
  const formats = [
    { name: 'text', args: [] },
    { name: 'Markdown', args: ['--format', 'markdown'] },
    { name: 'web page', args: ['--summary', '--report', 'html=plan.html'] },
  ]
  const [base, ...times] = await medians(fewSamples, [
    () => plan('--summary'),
    ...formats.map(
      ({ args }) =>
        () =>
          plan(...args),
    ),
  ])
  return [
    ...formats.map(({ name }, index) =>
      compared(
        `plan of ${changes.toLocaleString('en')} changes as ${name}`,
        times[index],
        'plan --summary',
        base,
      ),
    ),
    ...(await measurePage(join(cwd, 'plan.html'), folder, fewSamples, changes)),
  ]
}
