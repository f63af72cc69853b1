/** The bundles of a copy of the repository. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Run } from './run.ts'

/** The bundles, in build order, and the folders that each contains. Everything else runs from source. */
const parts = {
  sdk: ['protocol/src/', 'host-sdk/'],
  frame: ['protocol/src/', 'frame-app/src/shared/', 'frame-app/src/modal/', 'service/src/release/'],
  wallet: ['protocol/src/', 'frame-app/src/shared/', 'frame-app/src/wallet/', 'service/src/release/'],
  fixtures: [
    'protocol/src/',
    'host-sdk/',
    'frame-app/src/shared/approve/',
    'frame-app/src/wallet/account-pages/',
    'frame-app/src/wallet/window/',
  ],
} as const
export type Part = keyof typeof parts
export const partsWith = (files: readonly string[]): readonly Part[] =>
  (['sdk', 'frame', 'wallet', 'fixtures'] as const).filter((part) =>
    files.some((file) => parts[part].some((folder) => file.startsWith(folder))),
  )

export type Bundles = {
  build(wanted: readonly (Part | 'pack' | 'demo')[]): Promise<void>
  close(): void
}

export function openBundles(folder: string, run: Run): Bundles {
  let builder: { readonly process: ChildProcess; readonly ended: Promise<string> } | undefined

  function openBuilder(): NonNullable<typeof builder> {
    // Of the copy, whose bundler finds the copy's settings.
    const process = fork(join(folder, 'e2e/attack/lane/builder.ts'), {
      cwd: folder,
      execArgv: ['--import', 'tsx'],
      stdio: 'ignore',
    })
    return { process, ended: once(process, 'exit').then(() => 'The builder has ended') }
  }

  async function bundle(part: string): Promise<void> {
    builder ??= openBuilder()
    builder.process.send(part)
    const answered = once(builder.process, 'message').then(([message]: unknown[]) => message)
    const answer = await Promise.race([answered, builder.ended])
    if (answer !== true) throw new Error(`${part}: ${String(answer)}`)
  }

  return {
    async build(wanted) {
      for (const part of wanted) {
        await bundle(part)
        // Seals and signs the build, like a release.
        if (part === 'frame' || part === 'wallet')
          await run('tsx/dist/cli.mjs', [
            'service/src/release/main.ts',
            `dist/${part}`,
            '0'.repeat(16),
            `dist/${part}-key.pub`,
          ])
      }
    },
    close: () => void builder?.process.kill(),
  }
}
