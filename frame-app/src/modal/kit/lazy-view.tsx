/** A lazy view. Its code is loaded once, when it is first needed; loaded code renders at once, without the delay of `React.lazy`. */
import { type ComponentType, use } from 'react'

export interface LazyView<Props> {
  readonly View: ComponentType<Props>
  /** `undefined` once the code is loaded. A failed load stays failed, because a browser does not request a failed module again. */
  readonly code: () => Promise<unknown> | undefined
}

export function lazyView<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyView<Props> {
  let here: ComponentType<Props> | undefined
  let coming: Promise<ComponentType<Props>> | undefined
  const bring = () => {
    coming ??= load().then((code) => {
      here = code
      return code
    })
    return coming
  }
  return {
    View(props) {
      const Code = here ?? use(bring())
      return <Code {...props} />
    },
    code: () => (here ? undefined : bring()),
  }
}
