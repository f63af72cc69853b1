/** The folders of `examples/`, and what each says about itself: `examples/README.md`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as z from 'zod'

const Presses = z.array(z.string()).min(1)

const run = z
  .strictObject({
    files: z.string().optional(),
    preview: z.literal(true).optional(),
    signsIn: z.literal(true).optional(),
    namespace: z.enum(['eip155', 'solana']).default('eip155'),
    wallet: z.enum(['injected', 'phone']).default('injected'),
    connect: Presses.default(['Connect']),
    sign: Presses.default(['Sign message']),
    disconnect: Presses.default(['Disconnect']),
  })
  .refine(({ files, preview }) => (files === undefined) === (preview === true), 'either files or preview')
  .refine(({ namespace, wallet }) => namespace === 'eip155' || wallet === 'phone', 'an injected wallet is for EVM only')

/** What the `package.json` of an example says to the runner. */
export const manifest = z.looseObject({ description: z.string(), example: run })

export type Example = z.output<typeof run> & { readonly title: string; readonly name: string; readonly folder: string }

export const root = resolve(import.meta.dirname, '../../examples')
const file = 'package.json'

export const examples: readonly Example[] = readdirSync(root)
  .filter((name) => existsSync(join(root, name, file)))
  .map((name) => {
    const folder = join(root, name)
    const { description, example } = manifest.parse(JSON.parse(readFileSync(join(folder, file), 'utf8')))
    return { ...example, title: description, name, folder }
  })

/** What an install or a build makes: not part of an example, because it belongs to other addresses. */
export const made: ReadonlySet<string> = new Set(['node_modules', 'dist', 'out', '.next', 'build'])

export const signedText = 'Hello from Airlock'
