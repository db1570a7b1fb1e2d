// As much of GitHub's API as the action calls, on loopback: comments, issues and pull requests of one repository.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Post {
  readonly id: number
  readonly number: number
  readonly user: { readonly login: string }
  readonly labels?: readonly string[]
  readonly title?: string
  body: string
  state: string
}

export interface GithubApi {
  readonly url: string
  /** Method and path of each call, e.g. `POST /issues/7/comments`. */
  readonly calls: string[]
  /** By the number of the pull request. */
  readonly comments: Map<number, Post[]>
  readonly issues: Post[]
  readonly pulls: {
    readonly number: number
    readonly head: { readonly sha: string; readonly label: string }
  }[]
  /** Statuses to answer writes with, instead of making them. */
  refuse: number | undefined
}

export const bot = 'github-actions[bot]'

export async function githubApi(): Promise<GithubApi> {
  const api = {
    url: '',
    calls: [] as string[],
    comments: new Map<number, Post[]>(),
    issues: [] as Post[],
    pulls: [] as GithubApi['pulls'],
    refuse: undefined as number | undefined,
  }
  let ids = 100
  const server = createServer((request, response) => {
    const serve = async (): Promise<void> => {
      const body = await bodyOf(request)
      const isKnown = request.headers.authorization === 'Bearer token-of-the-job'
      const [status, reply] = isKnown ? answer(request, body) : [401, {}]
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
    }
    void serve()
  })
  const answer = ({ method = '', url = '' }: IncomingMessage, body: Partial<Post>): [number, object] => {
    const { pathname, searchParams } = new URL(url, 'http://x')
    const path = pathname.replace('/repos/acme/notify', '')
    api.calls.push(`${method} ${path}`)
    if (method !== 'GET' && api.refuse !== undefined) return [api.refuse, { message: '::error::refused' }]
    if ((body.body ?? '').length > 65_536) return [422, { message: 'body is too long' }]
    const page = <T>(all: readonly T[]): T[] => {
      const size = Number(searchParams.get('per_page'))
      return all.slice((Number(searchParams.get('page')) - 1) * size).slice(0, size)
    }
    const [, number, comment] = /^\/issues\/(?:comments\/)?(\d+)(\/comments)?$/.exec(path) ?? []
    const make = (): Post => ({
      id: (ids += 1),
      number: ids,
      user: { login: bot },
      state: 'open',
      body: '',
      ...body,
    })
    if (path === '/pulls')
      return [200, page(api.pulls.filter(({ head }) => head.label === searchParams.get('head')))]
    if (path === '/issues' && method === 'GET')
      return [
        200,
        page(
          api.issues.filter(
            ({ state, labels = [] }) =>
              state === searchParams.get('state') && labels.includes(searchParams.get('labels') ?? ''),
          ),
        ),
      ]
    if (path === '/issues' && method === 'POST') {
      api.issues.push(make())
      return [201, api.issues.at(-1) ?? {}]
    }
    const list = api.comments.get(Number(number)) ?? []
    if (comment !== undefined && method === 'GET') return [200, page(list)]
    if (comment !== undefined && method === 'POST') {
      api.comments.set(Number(number), [...list, make()])
      return [201, {}]
    }
    const found = path.startsWith('/issues/comments/')
      ? [...api.comments.values()].flat().find(({ id }) => id === Number(number))
      : api.issues.find((issue) => issue.number === Number(number))
    if (method !== 'PATCH' || found === undefined) return [404, {}]
    Object.assign(found, body)
    return [200, found]
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  api.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return api
}

async function bodyOf(request: IncomingMessage): Promise<Partial<Post>> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text === '' ? {} : (JSON.parse(text) as Partial<Post>)
}
