/** Reads a connection code from a picture: a screenshot, a photo, or the camera. */
import decodeQR from 'qr/decode.js'

/** Large enough for a code that fills a fifth of a photo. */
const longestSide = 1600
const lookEveryMs = 200

export async function readPicture(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file).catch(() => {
    throw new Error('this file is no picture.')
  })
  const found = decode(picture, picture.width, picture.height, { effort: 20, timeLimit: 2_000 })
  picture.close()
  if (found === undefined) throw new Error('there is no readable code in this picture.')
  return found
}

/** Scans until a code is found or the signal aborts. */
export async function readCamera(video: HTMLVideoElement, signal: AbortSignal): Promise<string | undefined> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } }).catch(() => {
    throw new Error('the camera cannot be used. Allow it in the browser, or use a picture.')
  })
  try {
    video.srcObject = stream
    await video.play()
    while (!signal.aborted) {
      const found = decode(video, video.videoWidth, video.videoHeight)
      if (found !== undefined) return found
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
    }
    return undefined
  } finally {
    for (const track of stream.getTracks()) track.stop()
    video.srcObject = null
  }
}

function decode(
  source: CanvasImageSource,
  width: number,
  height: number,
  options?: { effort: number; timeLimit: number },
): string | undefined {
  if (width === 0 || height === 0) return undefined
  const scale = Math.min(1, longestSide / Math.max(width, height))
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) }
  const canvas = new OffscreenCanvas(size.width, size.height)
  const drawing = canvas.getContext('2d', { willReadFrequently: true })
  drawing?.drawImage(source, 0, 0, size.width, size.height)
  const pixels = drawing?.getImageData(0, 0, size.width, size.height)
  try {
    return pixels && decodeQR(pixels, options)
  } catch {
    return undefined
  }
}
