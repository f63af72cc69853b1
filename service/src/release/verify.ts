/**
 * Fetches a deployment as a browser would and compares it with the operator's signature: protocol floor, every file, the documents of one
 * project, every header; at the origin of the modal and at that of its wallet. Reports all differences; trusts only what it has compared.
 */
import type { KeyObject } from 'node:crypto'
import { ProjectRecord, projectElementId } from '@airlock/protocol/contracts/project.ts'
import * as z from 'zod/mini'
import { frameHeaders, type Headers as Table } from '../frames/headers.ts'
import { extractProject, importMapSource, injectJson } from '../frames/page.ts'
import { assertDeployable } from '../frames/projects.ts'
import { socialRedirect } from '../frames/social-redirect.ts'
import { bytesUpTo } from '../gateway/http/read-bounded.ts'
import { jsonIn } from '../json.ts'
import { headerDifferences } from './compare.ts'
import { integrityOf, isSigned, Manifest, manifestName, sdkFolder, sha256, signatureName } from './manifest.ts'

export interface VerifyOptions {
  /** The page of one project: `https://modal.example/p/<projectId>/`, of a modal or of a wallet. */
  readonly url: string
  /** The operator's public key; `undefined` only if the caller chose to skip the signature. */
  readonly key: KeyObject | undefined
  /** The key of the wallet's build, if it is another one than the modal's. */
  readonly walletKey?: KeyObject | undefined
  /** The lowest protocol version still allowed. */
  readonly floor: number
  /** The expected build, if known. */
  readonly buildId?: string | undefined
  /** The expected record in the page, if known. */
  readonly record?: ProjectRecord | undefined
}

export interface Report {
  /** `<address>: <difference>`, in the order found. Addresses of the wallet behind a modal begin with its origin. */
  readonly differences: readonly string[]
  /** `<address>: <reason>` for what did not answer, so that nothing is known of it. */
  readonly unreached: readonly string[]
  readonly manifest: Manifest | undefined
  /** Of the wallet that the modal's record names. */
  readonly wallet?: { readonly url: string; readonly manifest: Manifest | undefined }
}

const maxManifestBytes = 1024 * 1024
const timeoutMs = 30_000
const parallel = 8

/** The document of each kind of frame, and further documents that a project has beside it. */
const documents = { modal: ['modal.html'], wallet: ['wallet.html', 'window.html'] } as const
type Kind = keyof typeof documents

export async function verifyDeployment(options: VerifyOptions): Promise<Report> {
  const first = await verifyOrigin(options)
  const { record, kind, manifest } = first
  if (kind !== 'modal' || record?.walletOrigin === undefined)
    return { differences: first.differences, unreached: first.unreached, manifest }
  const { walletOrigin } = record
  const url = `${walletOrigin}/p/${record.projectId}/`
  const second = await verifyOrigin({
    ...options,
    url,
    key: options.key && (options.walletKey ?? options.key),
    // The wallet's page names the modal that may frame it.
    record: { ...record, modalOrigin: first.origin },
  })
  const atWallet = (line: string) => `${walletOrigin}${line}`
  const differences = second.differences.map(atWallet)
  if (second.kind !== undefined && second.kind !== 'wallet') differences.push(`${url}: is no wallet`)
  return {
    differences: [...first.differences, ...differences],
    unreached: [...first.unreached, ...second.unreached.map(atWallet)],
    manifest,
    wallet: { url, manifest: second.manifest },
  }
}

interface OriginReport {
  readonly origin: string
  readonly differences: readonly string[]
  readonly unreached: readonly string[]
  readonly manifest: Manifest | undefined
  /** `undefined` if the manifest has neither document. */
  readonly kind: Kind | undefined
  /** As it is in the page, if it could be read. */
  readonly record: ProjectRecord | undefined
}

async function verifyOrigin(options: VerifyOptions): Promise<OriginReport> {
  const page = new URL(options.url)
  const differences: string[] = []
  const unreached: string[] = []
  const say = (path: string, what: string | Unreached) =>
    what instanceof Unreached ? unreached.push(`${path}: ${what.reason}`) : differences.push(`${path}: ${what}`)
  const projectId = /^\/p\/([A-Za-z0-9_-]{1,64})\/$/.exec(page.pathname)?.[1]
  if (projectId === undefined) throw new Error(`${options.url} is not the page of a project: …/p/<projectId>/`)

  const checkHeaders = (path: string, expected: Table, { headers }: Response): void => {
    for (const difference of headerDifferences(expected, headers)) say(path, difference)
  }
  /** The body of a response with these headers; reports all problems found. */
  const get = async (path: string, headers: Table, maxBytes: number): Promise<Uint8Array | undefined> => {
    const response = await open(new URL(path, page))
    if (typeof response === 'string' || response instanceof Unreached) return void say(path, response)
    checkHeaders(path, headers, response)
    const body = await readUpTo(response, maxBytes)
    return typeof body === 'string' ? void say(path, body) : body
  }

  const manifest = await readManifest()
  const kind = manifest && kindOfBuild(manifest)
  if (manifest && !kind) say(`/${manifestName}`, 'is the build of no frame')
  const record =
    manifest && kind ? (await Promise.all([checkPage(manifest, kind), checkFiles(manifest)]))[0] : undefined
  if (record && kind === 'modal') await checkSocial(record)
  if (manifest && record && kind === 'wallet') await checkWindow(manifest, record)
  const absent = Object.values(documents).flat()
  await Promise.all([`/p/${projectId}-is-not-a-project/`, ...absent.map((name) => `/${name}`)].map(checkAbsent))
  return {
    origin: page.origin,
    differences: differences.sort(byAddress),
    unreached: unreached.sort(byAddress),
    manifest,
    kind,
    record,
  }

  async function readManifest(): Promise<Manifest | undefined> {
    const path = `/${manifestName}`
    const headers = frameHeaders({ kind: 'manifest' })
    const text = await get(path, headers, maxManifestBytes)
    const signature = options.key && (await get(`/${signatureName}`, headers, 1024))
    if (!text) return undefined
    if (options.key && signature && !isSigned(text, Buffer.from(signature).toString('utf8'), options.key))
      say(path, 'the signature is not from this key')
    const parsed = Manifest.safeParse(jsonIn(Buffer.from(text).toString('utf8')))
    if (!parsed.success) return void say(path, `is no manifest: ${z.prettifyError(parsed.error)}`)
    const { protocol, buildId } = parsed.data
    if (protocol.min < options.floor)
      say(path, `the build accepts protocol version ${protocol.min}, below the floor ${options.floor}`)
    if (options.buildId !== undefined && buildId !== options.buildId)
      say(path, `is of build ${buildId} instead of ${options.buildId}`)
    return parsed.data
  }

  async function checkFiles({ files, sdk = {} }: Manifest): Promise<void> {
    const queue = Object.entries(files).filter(([path]) => !path.endsWith('.html'))
    const next = async (): Promise<void> => {
      for (let entry = queue.shift(); entry; entry = queue.shift()) {
        const [path, { sha256: hash, size }] = entry
        const body = await get(`/${path}`, frameHeaders({ kind: kindOf(path) }), size)
        if (body && sha256(body) !== hash) say(`/${path}`, 'is not the file that was signed')
        else if (body && sdk[path] !== undefined && integrityOf(body) !== sdk[path])
          say(`/${path}`, 'has another integrity than the one that was signed')
      }
    }
    await Promise.all(Array.from({ length: parallel }, next))
  }

  async function checkPage({ files }: Manifest, of: Kind): Promise<ProjectRecord | undefined> {
    const path = page.pathname
    const response = await open(page)
    if (typeof response === 'string' || response instanceof Unreached) return void say(path, response)
    const body = await readUpTo(response, maxManifestBytes)
    if (typeof body === 'string') return void say(path, body)
    const html = Buffer.from(body).toString('utf8')
    const parts = extractProject(html)
    const read = ProjectRecord.safeParse(parts && jsonIn(parts.json))
    if (!parts || !read.success) return void say(path, 'carries no project record, or more than one')
    const found = read.data
    if (
      sha256(parts.page) !== files[documents[of][0]]?.sha256 ||
      injectJson(parts.page, projectElementId, jsonIn(parts.json)) !== html
    )
      say(path, 'is not the page that was signed with a project record in it')
    checkRecord(found)
    const importMap = importMapSource(parts.page)
    if (of === 'modal') checkHeaders(path, frameHeaders({ kind: of, record: found, importMap }), response)
    else if (found.modalOrigin === undefined) say(path, 'the record names no modal that may frame the wallet')
    else
      checkHeaders(path, frameHeaders({ kind: of, modalOrigin: found.modalOrigin, record: found, importMap }), response)
    checkType(path, response)
    return found
  }

  /** The wallet's own window: a document without code. */
  async function checkWindow({ files }: Manifest, of: ProjectRecord): Promise<void> {
    const path = `${page.pathname}window`
    const response = await open(new URL(path, page))
    if (typeof response === 'string' || response instanceof Unreached) return void say(path, response)
    checkHeaders(path, frameHeaders({ kind: 'wallet-window', record: of }), response)
    checkType(path, response)
    const body = await readUpTo(response, files['window.html']?.size ?? 0)
    if (typeof body === 'string') say(path, body)
    else if (sha256(body) !== files['window.html']?.sha256) say(path, 'is not the file that was signed')
  }

  /** Through this address, a page leaves for a social login: it must lead to the project's service, or nowhere. */
  async function checkSocial(expected: ProjectRecord): Promise<void> {
    const ticket = 'x'.repeat(43)
    const path = `${page.pathname}social/${ticket}`
    const to = socialRedirect(expected)
    if (to === undefined) return checkAbsent(path)
    const response = await ask(new URL(path, page))
    if (typeof response === 'string' || response instanceof Unreached) return void say(path, response)
    await response.body?.cancel()
    // Static hosts redirect with 302, and without the headers of their files.
    if (![302, 303].includes(response.status)) return void say(path, `answers ${response.status} instead of 303`)
    const headers = response.status === 303 ? frameHeaders({ kind: 'refusal' }) : {}
    checkHeaders(path, { ...headers, Location: `${to}${ticket}` }, response)
  }

  function checkType(path: string, { headers }: Response): void {
    const type = headers.get('content-type') ?? ''
    if (!/^text\/html *; *charset="?utf-8"?$/i.test(type)) say(path, `Content-Type is ${JSON.stringify(type)}`)
  }

  function checkRecord(found: ProjectRecord): void {
    if (found.projectId !== projectId) say(page.pathname, `carries the record of ${found.projectId}`)
    if (options.record && !sameJson(found, options.record))
      say(page.pathname, `the project record is ${JSON.stringify(found)} instead of ${JSON.stringify(options.record)}`)
    try {
      assertDeployable(found)
    } catch (problem) {
      say(page.pathname, String(problem))
    }
    if (found.development && !isLoopback(page)) say(page.pathname, 'the record is for development')
  }

  /** A host that answers every path with a page could serve an unlisted record, or no record, in a frame. */
  async function checkAbsent(path: string): Promise<void> {
    const response = await ask(new URL(path, page))
    if (response instanceof Unreached) return
    await response.body?.cancel()
    if (response.status !== 404) say(path, `answers ${response.status}, but does not exist`)
  }
}

const kindOfBuild = ({ files }: Manifest): Kind | undefined =>
  (['modal', 'wallet'] as const).find((kind) => documents[kind].every((name) => Object.hasOwn(files, name)))

function kindOf(path: string): 'key-worker' | 'sdk' | 'asset' {
  if (path.startsWith('assets/key-worker')) return 'key-worker'
  return path.startsWith(sdkFolder) ? 'sdk' : 'asset'
}

/** No answer: an outage, or no way from here. It says nothing of what is served there. */
class Unreached {
  readonly reason: string
  constructor(reason: string) {
    this.reason = reason
  }
}

/** The response with status 200, or the reason why there is none. */
async function open(url: URL): Promise<Response | Unreached | string> {
  const response = await ask(url)
  if (response instanceof Unreached || response.status === 200) return response
  await response.body?.cancel()
  return response.status === 404 ? 'is missing' : `answers ${response.status}`
}

async function ask(url: URL): Promise<Response | Unreached> {
  try {
    return await fetch(reachable(url), { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
  } catch (problem) {
    return new Unreached(`cannot be fetched: ${reasonOf(problem)}`)
  }
}

/** `fetch` names the reason only in the cause of its error. */
const reasonOf = (problem: unknown): string =>
  problem instanceof Error && problem.cause instanceof Error
    ? problem.cause.message || String(problem.cause)
    : String(problem)

/** Browsers know that these names are this machine; the resolver of the system may not. */
function reachable(url: URL): URL {
  const target = new URL(url)
  if (target.hostname.endsWith('.localhost')) target.hostname = '127.0.0.1'
  return target
}

/** Stops after one byte more than expected. */
async function readUpTo(response: Response, maxBytes: number): Promise<Uint8Array | string> {
  return (await bytesUpTo(response.body ?? [], maxBytes)) ?? `is larger than ${maxBytes} bytes`
}

const isLoopback = ({ hostname }: URL) => /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
const sameJson = (a: unknown, b: unknown): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))
const sorted = (value: unknown): unknown =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? value
    : Object.fromEntries(
        Object.entries(value)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, item]) => [key, sorted(item)]),
      )
const byAddress = (a: string, b: string) => (a < b ? -1 : 1)
