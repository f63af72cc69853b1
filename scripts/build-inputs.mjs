// @ts-check
/**
 * What each bundle reads: a bundle is built again only if one of these files has changed. A build fails if it reads a file of the project
 * that is not listed here (`declaredInputs` in `vite.config.ts`).
 */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Inputs of every bundle. */
const common = [
  'package-lock.json',
  'package.json',
  'vite.config.ts',
  'scripts/boundaries.mjs',
  'scripts/build-inputs.mjs',
  'scripts/messages.ts',
  'scripts/pack/entries.ts',
  'scripts/shipped-packages.ts',
  'protocol/src',
]
const frames = [...common, 'frame-app', 'service/src/release']
const sdk = [...common, 'host-sdk']
const packed = [...sdk, 'scripts/pack', 'scripts/notices.ts', 'tsconfig.json', 'LICENSE']
/** Our own pages contain the built SDK and code of the test world. */
const pages = [...packed, 'scripts/documents.ts', 'e2e/demo', 'e2e/wallets', 'e2e/world', 'frame-app/src/shared']

/** By bundle, in build order. */
export const inputs = {
  sdk,
  react: sdk,
  elements: sdk,
  tag: sdk,
  /** The page and the command that open recovery kits. The wallet offers the page. */
  kit: [...frames, 'scripts/pack', 'scripts/notices.ts', 'LICENSE'],
  // The modal's server also serves the script for tags, and its release signs it.
  frame: [...frames, 'host-sdk'],
  wallet: frames,
  pack: packed,
  /** The declarations and API reports of the package, and its tarball. */
  types: packed,
  demo: pages,
  fixtures: [...pages, 'e2e/fixtures', 'e2e/attack/hostile', 'frame-app'],
  conformance: [...pages, 'e2e/conformance', 'scripts/protocol-docs'],
  gallery: [...common, 'frame-app', 'e2e/gallery', 'e2e/fixtures', 'e2e/demo/wallet'],
  service: [
    ...frames,
    'host-sdk',
    'service',
    'deploy',
    'docs/hosting.md',
    'scripts/pack',
    'scripts/notices.ts',
    'LICENSE',
  ],
}

/** @param {string} name of a file or folder */
const isRead = (name) => name !== 'node_modules' && name !== 'dist' && name !== 'test' && !/\.test\.tsx?$/.test(name)

/** @param {string} place @returns {string[]} the files at or below this place that a build may read: all but tests */
export function filesAt(place) {
  if (!statSync(place).isDirectory()) return [place]
  return readdirSync(place)
    .filter(isRead)
    .sort()
    .flatMap((name) => filesAt(join(place, name)))
}
