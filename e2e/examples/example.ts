/** The folders of `examples/`, and what each says about itself: `examples/README.md`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as z from 'zod'

const Presses = z.array(z.string()).min(1)

export const description = z
  .strictObject({
    title: z.string(),
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

export type Example = z.output<typeof description> & { readonly name: string; readonly folder: string }

export const root = resolve(import.meta.dirname, '../../examples')
const file = 'example.json'

export const examples: readonly Example[] = readdirSync(root)
  .filter((name) => existsSync(join(root, name, file)))
  .map((name) => {
    const folder = join(root, name)
    return { ...description.parse(JSON.parse(readFileSync(join(folder, file), 'utf8'))), name, folder }
  })

/** What an install or a build makes: not part of an example, because it belongs to other addresses. */
export const made: ReadonlySet<string> = new Set(['node_modules', 'dist', 'out', '.next', 'build'])

export const signedText = 'Hello from Airlock'
