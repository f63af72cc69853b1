/** The ways to enter a link: pasted, from a picture, or from the camera. */
import { byId, setText } from '../dom.ts'
import { toFailure } from '../page/failure.ts'
import type { Phone } from './phone.ts'

export function bindPairing(phone: Phone): void {
  const link = byId('link', HTMLInputElement)
  const picture = byId('picture', HTMLInputElement)
  const camera = byId('camera', HTMLButtonElement)
  const view = byId('camera-view', HTMLElement)
  const status = byId('pair-result', HTMLElement)
  let looking: AbortController | undefined
  let last = 0

  const say = (state: 'waiting' | 'done' | 'failed', text: string) => {
    status.dataset.state = state
    setText(status, text)
  }
  /** Only the last attempt may report. */
  const attempt = async (run: (say: (text: string) => void) => Promise<string | undefined>) => {
    const mine = ++last
    const mySay: typeof say = (state, text) => {
      if (mine === last) say(state, text)
    }
    try {
      const text = await run((progress) => mySay('waiting', progress))
      if (text === undefined) return mySay('done', '')
      mySay('waiting', 'Waiting for the app…')
      await phone.pair(text)
      mySay('done', '')
      link.value = ''
    } catch (error) {
      mySay('failed', toFailure(error).text)
    }
  }
  const look = async (signal: AbortSignal, tell: (text: string) => void) => {
    tell('Hold the code before the camera.')
    const { readCamera } = await import('./scan.ts')
    return readCamera(byId('video', HTMLVideoElement), signal)
  }

  byId('pair', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault()
    void attempt(() => Promise.resolve(link.value))
  })
  picture.addEventListener('change', () => {
    const [file] = picture.files ?? []
    // So that the same picture can be chosen again.
    picture.value = ''
    if (!file) return
    void attempt(async (tell) => {
      tell('Reading the picture…')
      const { readPicture } = await import('./scan.ts')
      return readPicture(file)
    })
  })
  camera.addEventListener('click', () => {
    if (looking) return looking.abort()
    const mine = new AbortController()
    looking = mine
    view.hidden = false
    setText(camera, 'Stop the camera')
    const over = () => {
      looking = undefined
      view.hidden = true
      setText(camera, 'Use the camera')
    }
    void attempt((tell) => look(mine.signal, tell).finally(over))
  })
}
