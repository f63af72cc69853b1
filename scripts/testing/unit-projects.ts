/** How the unit tests are spread over processes. */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that replace modules for all that runs in their process, need one that has loaded nothing yet, or attack the process itself.
 */
export const testsAlone: readonly string[] = [
  'host-sdk/test/engine.test.ts',
  'host-sdk/test/lazy.test.ts',
  'host-sdk/test/connection.test.ts',
  'host-sdk/test/appkit.test.ts',
  'host-sdk/test/appkit-react.test.ts',
  'frame-app/src/wallet/key-link/guard.test.ts',
  'frame-app/src/wallet/key-worker/main.test.ts',
  'frame-app/src/wallet/key-worker/warm-up.test.ts',
  'frame-app/src/wallet/key-worker/wiped-secrets.full.test.ts',
  'e2e/accounts/sessions.full.test.ts',
  'e2e/accounts/sites.full.test.ts',
]

/**
 * Keeps the files of a project together: a process is used again only if the next file belongs to its project. Within a project the files
 * of the full tier come first. They are the slow ones, and a slow file that starts last keeps the other processes waiting.
 */
export class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isSlow = ({ moduleId }: TestSpecification) => moduleId.includes('.full.')
    return [...new Set(sorted.map(({ project }) => project.name))].sort().flatMap((name) => {
      const own = sorted.filter(({ project }) => project.name === name)
      return [...own.filter(isSlow), ...own.filter((file) => !isSlow(file))]
    })
  }
}
