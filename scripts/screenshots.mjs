// Takes the pictures that the docs show, of the HTML report and of a comment on a pull request: npm run build && node scripts/screenshots.mjs
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseEnv } from 'node:util'
import { findChromium, openChromium } from './chromium.mjs'
import { belfry, startSandbox } from './sandbox-process.mjs'
import { commentPage } from './screenshots/comment.mjs'

const project = fileURLToPath(new URL('screenshots/', import.meta.url))
const quickstart = fileURLToPath(new URL('../examples/quickstart/', import.meta.url))
const folderOfPictures = fileURLToPath(new URL('../docs/pictures/', import.meta.url))
const made = Object.fromEntries(
  ['SES_KEY', 'SES_SECRET', 'SENDGRID_KEY', 'TWILIO_SID', 'TWILIO_TOKEN', 'LAB_PHONE_TOKEN'].map((name) => [
    name,
    `made-up-${name}`,
  ]),
)

if (findChromium() === undefined) {
  console.error(
    'Chromium is not installed. Install Chromium, or set BELFRY_CHROMIUM to the path of the program.',
  )
  process.exitCode = 1
} else await shoot()

async function shoot() {
  const folder = mkdtempSync(join(tmpdir(), 'belfry-screenshots-'))
  const sandbox = await startSandbox(['--seed', join(project, 'sandbox.json')])
  const browser = await openChromium()
  try {
    const { Development, Staging, Production } = sandbox.keys
    const env = {
      ...process.env,
      ...made,
      OPS_SLACK_WEBHOOK: 'https://hooks.example/made-up',
      BELFRY_URL: sandbox.url,
      DEVELOPMENT_KEY: Development,
      STAGING_KEY: Staging,
      PRODUCTION_KEY: Production,
    }
    const plan = join(folder, 'plan.html')
    const apply = join(folder, 'apply.html')
    await run(['plan', '--report', `html=${plan}`], env)
    await run(['apply', '--yes', '--report', `html=${apply}`], env)
    for (const { file, ...access } of pictures(plan, apply)) await picture(browser, file, access)
    await comment(browser, folder)
  } finally {
    await browser.close()
    await sandbox.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What the docs show: the top of a page, or one of its parts. */
function pictures(plan, apply) {
  return [
    { file: plan, name: 'plan-light', colorScheme: 'light', width: 1200, height: 1240 },
    { file: plan, name: 'plan-dark', colorScheme: 'dark', width: 1200, height: 1180, part: '#delivery' },
    { file: plan, name: 'plan-narrow', colorScheme: 'light', width: 390, height: 1180 },
    { file: apply, name: 'apply-light', colorScheme: 'light', width: 1200, height: 620, part: '#changes' },
  ]
}

async function picture(browser, file, { name, colorScheme, width, height, part }) {
  const page = await browser.newPage({ colorScheme, viewport: { width, height }, reducedMotion: 'reduce' })
  await page.goto(pathToFileURL(file).href)
  if (part !== undefined) await page.locator(part).evaluate((element) => element.scrollIntoView())
  await page.screenshot({ path: join(folderOfPictures, `${name}.png`) })
  await page.close()
}

/** What the README shows: the plan of the quickstart's Production, as on a pull request. */
async function comment(browser, folder) {
  const sandbox = await startSandbox()
  try {
    const file = join(folder, 'comment.md')
    const env = {
      ...process.env,
      ...parseEnv(readFileSync(join(quickstart, 'sandbox.env'), 'utf8')),
      BELFRY_URL: sandbox.url,
    }
    await run(
      ['plan', '-t', 'Production', '--secrets=defer', '--report', `markdown=${file}`],
      env,
      quickstart,
    )
    const page = join(folder, 'comment.html')
    const shown = readFileSync(file, 'utf8').replaceAll(sandbox.url, 'https://api.example.com')
    writeFileSync(page, commentPage(shown))
    const view = await browser.newPage({ colorScheme: 'light', viewport: { width: 980, height: 600 } })
    await view.goto(pathToFileURL(page).href)
    await view.screenshot({ path: join(folderOfPictures, 'comment-light.png'), fullPage: true })
    await view.close()
  } finally {
    await sandbox.stop()
  }
}

async function run(args, env, cwd = project) {
  const child = spawn(process.execPath, [belfry, ...args], {
    cwd,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const code = await new Promise((resolve) => child.once('close', resolve))
  console.log(`belfry ${args[0]} ended with ${code}`)
}
