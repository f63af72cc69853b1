/** Parses and validates the environment and the project file before any port is opened. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Origin } from '@airlock/protocol/scalars/origin.ts'
import * as z from 'zod/mini'
import type { Frame } from './frames/headers.ts'
import { type Projects, parseProjects } from './frames/projects.ts'

const Environment = z.object({
  /** Loopback port of the frames server; a TLS proxy in front of it is expected. */
  AIRLOCK_PORT: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(65_535)), 5171),
  /** Folder of the built document: `dist/frame`, or `dist/wallet` for the wallet. */
  AIRLOCK_FRAMES: z.optional(z.string().check(z.minLength(1))),
  /** Origin of the modal that frames the wallet. Set only on the server of the wallet's origin. */
  AIRLOCK_MODAL_ORIGIN: z.optional(Origin),
  /** Port of the listing and the analytics, on loopback. Unset: this process serves frames only. */
  AIRLOCK_API_PORT: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(65_535))),
  /** Origins of the modal that may call the listing and the analytics, separated by commas. */
  AIRLOCK_API_ORIGINS: z._default(
    z.pipe(
      z.pipe(
        z.string(),
        z.transform((list) => list.split(',').map((origin) => origin.trim())),
      ),
      z.array(Origin),
    ),
    [],
  ),
  /** Project ids whose events are not counted, separated by commas. */
  AIRLOCK_API_NO_ANALYTICS: z._default(
    z.pipe(
      z.string(),
      z.transform((list): readonly string[] => list.split(',').map((id) => id.trim())),
    ),
    [],
  ),
  /** JSON file with the list of project records. */
  AIRLOCK_PROJECTS: z.string().check(z.minLength(1)),
})

export type Config = {
  readonly port: number
  readonly frame: Frame
  readonly distDir: string
  readonly projects: Projects
  readonly api: ApiConfig | undefined
}

export type ApiConfig = {
  readonly port: number
  readonly origins: readonly string[]
  readonly withoutAnalytics: ReadonlySet<string>
}

/** @throws {Error} naming the invalid setting. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const parsed = Environment.safeParse(env)
  if (!parsed.success) throw new Error(`The environment is not valid:\n${z.prettifyError(parsed.error)}`)
  const { AIRLOCK_PORT, AIRLOCK_FRAMES, AIRLOCK_MODAL_ORIGIN: modalOrigin, AIRLOCK_PROJECTS } = parsed.data
  const { AIRLOCK_API_PORT: apiPort, AIRLOCK_API_ORIGINS: origins, AIRLOCK_API_NO_ANALYTICS: off } = parsed.data
  return {
    port: AIRLOCK_PORT,
    frame: modalOrigin === undefined ? { kind: 'modal' } : { kind: 'wallet', modalOrigin },
    distDir: resolve(AIRLOCK_FRAMES ?? (modalOrigin === undefined ? 'dist/frame' : 'dist/wallet')),
    projects: readProjects(AIRLOCK_PROJECTS),
    api: apiPort === undefined ? undefined : { port: apiPort, origins, withoutAnalytics: new Set(off) },
  }
}

/** @throws {Error} naming the file or the invalid entry. */
export const readProjects = (path: string): Projects => parseProjects(readJson(resolve(path)))

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw new Error(`${path} cannot be read as JSON: ${String(cause)}`, { cause })
  }
}
