// What is posted: a report as it is, or the text of a fork in a code block that it can't close.
import { closeSync, openSync, readSync } from 'node:fs'

/** GitHub takes 65,536 characters. */
const longest = 65_000

/**
 * The report that belfry wrote, found again by the marker in its first line. `id` tells several reports in one place apart.
 * `verdict` comes before it. `room` is the number of characters that must be left for text after the report.
 * @param {string} file @param {{ id?: string, marker?: string, url?: string | undefined, room?: number, verdict?: string }} options
 */
export function bodyOf(file, { id = '', marker: own, url, room = 0, verdict = '' }) {
  const [first = '', ...rest] = start(file).split('\n')
  const [, found] = /^<!-- (belfry:[\w./%!'()*~ -]+) -->$/.exec(first) ?? []
  const marker = `<!-- ${[own ?? found ?? 'belfry:report', safe(id)].filter(Boolean).join(' ')} -->`
  const text = (found === undefined ? [first, ...rest] : rest).join('\n')
  const place = placeOf(url)
  const shown = text.trim() === '' ? `belfry didn't write a report. For the errors, see ${place}.` : text
  // A report that is too long is not cut, because half a table or half a code block may read differently.
  const head = verdict === '' ? marker : `${marker}\n${verdict}`
  const body = verdict === '' ? `${head}\n${shown}` : `${head}\n\n${shown.trimStart()}`
  return {
    marker,
    body:
      body.length > longest - room
        ? `${head}\nThe report is too long for a comment. The report is in ${place}.`
        : body,
  }
}

/**
 * Text from any user, cut if it is too long, in a fence that is longer than all fences in it.
 * @param {string} file @param {{ id?: string, url?: string | undefined }} options
 */
export function textBodyOf(file, { id = '', url }) {
  const marker = `<!-- ${['belfry:fork', safe(id)].filter(Boolean).join(' ')} -->`
  const from = url === undefined ? 'a run' : `[a run](${url})`
  const heading = `This is the output of ${from} that used code from the fork, so the output can be forged. Read the changed files of the pull request.`
  return { marker, body: `${marker}\n${heading}\n\n${fenced(start(file), 50_000)}\n` }
}

/**
 * What the checks of the policy say about the plan; empty if there are none. The step Policy writes it beside the plan.
 * @param {string} plan @param {string | undefined} url
 */
export function verdictOf(plan, url) {
  return [changedChecks(plan), verdictAlone(plan, url)].filter(Boolean).join('\n\n')
}

/** @param {string} plan */
function changedChecks(plan) {
  const changes = start(`${plan}.policy`).trimEnd().split('\n').filter(Boolean)
  const lines = changes.map((line) => {
    const [status = '', path] = line.split('\t')
    return `${status === 'A' ? 'added  ' : status === 'D' ? 'removed' : 'changed'}  ${path}`
  })
  return lines.length === 0
    ? ''
    : `> [!IMPORTANT]\n> **This branch changes the guards:** policy checks. This plan was judged by the checks of the base branch, and by those that the branch adds.\n\n${fenced(lines.join('\n'), 4000)}`
}

/** @param {string} plan @param {string | undefined} url */
function verdictAlone(plan, url) {
  const [verdict, checks] = start(`${plan}.verdict`).trim().split(' ')
  if (verdict === 'passed' && checks !== '0')
    return `**Policy**: ${checks} ${checks === '1' ? 'check' : 'checks'} passed.`
  if (verdict === 'refused')
    return `> [!CAUTION]\n> A policy check refuses this plan.\n\n${fenced(start(`${plan}.reasons`), 4000)}`
  return verdict === 'failed'
    ? `> [!CAUTION]\n> A policy check failed, so this plan is refused. For the reason, see ${placeOf(url)}.`
    : ''
}

/** @param {string | undefined} url */
function placeOf(url) {
  return url === undefined ? "this run's log" : `[this run](${url})`
}

/** Text from any user as a block of code that it can't close. @param {string} whole @param {number} length */
function fenced(whole, length) {
  const text = whole.replaceAll(
    /[^\n\P{C}]|[\p{Zl}\p{Zp}]/gu,
    (each) => `\\u{${each.codePointAt(0)?.toString(16)}}`,
  )
  const cut = text.length > length ? `${text.slice(0, length)}\n… truncated` : text
  // Runs of many backticks are replaced, because the fence must be longer than each of them.
  const shown = cut.replaceAll(/`{10,}/g, (run) => `(${run.length} backticks)`)
  const fence = '`'.repeat(Math.max(3, ...(shown.match(/`+/g) ?? []).map((run) => run.length + 1)))
  return `${fence}text\n${shown.trimEnd()}\n${fence}`
}

/** Only characters that are allowed in a marker, and another marker for each ID. @param {string} id */
function safe(id) {
  return id.replaceAll(/[^\w./-]+/g, encodeURIComponent).replaceAll(/-(?=-)/g, '%2D')
}

/** The first megabyte; an empty string if there is no file. @param {string} file */
function start(file) {
  try {
    const buffer = Buffer.alloc(1024 * 1024)
    const handle = openSync(file, 'r')
    const length = readSync(handle, buffer)
    closeSync(handle)
    return buffer.toString('utf8', 0, length)
  } catch {
    return ''
  }
}
