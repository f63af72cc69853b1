/** Serves the gallery on loopback: from its sources with hot reload, or as it is built. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { createServer, preview } from 'vite'
import type { Entry } from './states/index.ts'

const root = resolve(import.meta.dirname, '../..')
const config = { configFile: resolve(root, 'vite.config.ts'), mode: 'gallery' } as const

export type GalleryServer = { readonly address: string; readonly stop: () => Promise<void> }

const addressIn = (urls: { readonly local: readonly string[] } | null): string => {
  const address = urls?.local[0]
  if (address === undefined) throw new Error('The gallery has no address')
  return address
}

/** @param port by default one that stays the same, for bookmarks */
export async function serveGallerySources(port = 5180): Promise<GalleryServer> {
  const server = await createServer({
    ...config,
    cacheDir: resolve(root, 'node_modules/.vite/gallery'),
    server: { host: '127.0.0.1', port },
  })
  await server.listen()
  return { address: addressIn(server.resolvedUrls), stop: () => server.close() }
}

export async function serveBuiltGallery(): Promise<GalleryServer> {
  await build()
  const server = await preview({
    ...config,
    logLevel: 'warn',
    preview: { host: '127.0.0.1', port: 0, headers: { 'Cache-Control': 'max-age=3600' } },
  })
  return { address: addressIn(server.resolvedUrls), stop: () => server.close() }
}

const buildMs = 120_000

/** Workers start at the same time: one builds, the others wait and then find it built. */
async function build(): Promise<void> {
  const lock = resolve(root, 'dist/.gallery-lock')
  mkdirSync(resolve(root, 'dist'), { recursive: true })
  while (!isMine(lock)) {
    // That of a process that was killed.
    const taken = statSync(lock, { throwIfNoEntry: false })
    if (taken && Date.now() - taken.mtimeMs > buildMs) rmSync(lock, { recursive: true, force: true })
    await setTimeout(200)
  }
  try {
    execFileSync('node', ['scripts/build.mjs', 'gallery'], { cwd: root, stdio: 'inherit' })
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

/** @returns false if another process has it */
function isMine(lock: string): boolean {
  try {
    mkdirSync(lock)
    return true
  } catch {
    return false
  }
}

/** All states, as the gallery's list names them: the table itself runs in browsers only. */
export async function readEntries(page: Page, { address }: GalleryServer): Promise<readonly Entry[]> {
  await page.goto(address)
  const links = page.locator('nav a')
  await links.first().waitFor()
  const names = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  return names.map((name) => {
    const [view = '', state = ''] = name.slice(1).split('/')
    return { view, state }
  })
}
