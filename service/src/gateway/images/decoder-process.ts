/** The process in which pictures are decoded; started and ended by `decoder.ts`. */
import type { DecodeJob } from './decoder.ts'
import { drawPicture } from './draw.ts'

const answer = (message: 'ready' | { readonly webp: Uint8Array } | { readonly error: string }): void =>
  void process.send?.(message)

process.on('message', ({ bytes, width, isSvg }: DecodeJob) => {
  drawPicture(bytes, width, { isSvg }).then(
    (webp) => answer({ webp }),
    (error: unknown) => answer({ error: String(error) }),
  )
})
process.on('disconnect', () => process.exit())
answer('ready')
