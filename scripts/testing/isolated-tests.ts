/**
 * Unit tests that need a process of their own, because they change what others see: globals, timers, modules, variables of the
 * process. All others share the modules that a process has loaded, which halves their time.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const places = ['protocol/src', 'protocol/test', 'frame-app/src', 'frame-app/test', 'service/test', 'scripts', 'docs']

/** Whole folders: the SDK keeps its state in the page, and these parts of the wallet start Workers or keep what has been opened. */
const folders = [
  'host-sdk',
  'e2e',
  'protocol/test/channel',
  ...['key-worker', 'custody', 'login', 'passkey'].map(inWallet),
]

function inWallet(folder: string) {
  return `frame-app/src/wallet/${folder}`
}

/** The SDK asks whether there is a page; some libraries define a part of one. */
const changes =
  /\bvi\.(mock|doMock|stub|spyOn|resetModules|useFakeTimers|hoisted)|globalThis\.\w+ =|defineProperty\((globalThis|navigator)|process\.env\.\w+ =|process\.on\(|host-sdk/

/** @returns globs and paths, from the root of the project */
export function isolatedTests(root: string): readonly string[] {
  const tests = places.flatMap((place) =>
    readdirSync(join(root, place), { recursive: true, encoding: 'utf8' }).map((path) => `${place}/${path}`),
  )
  const changing = tests.filter(
    (path) => /\.test\.tsx?$/.test(path) && changes.test(readFileSync(join(root, path), 'utf8')),
  )
  return [...folders.map((folder) => `${folder}/**/*.test.{ts,tsx}`), ...changing]
}
