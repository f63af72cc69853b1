/**
 * A process that builds bundles of the copy that it stands in, one after the other. It goes on from build to build, because
 * the bundler takes half of the time to load. Messages: the name of a bundle; the answer is `true`, or why it could not be built.
 */
import { build } from 'vite'

process.on('message', (part: string) => {
  build({ mode: part, logLevel: 'error' }).then(
    () => process.send?.(true),
    (error: unknown) => process.send?.(String(error)),
  )
})
