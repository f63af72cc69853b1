/** A view whose code is fetched when it is needed, and once. What has arrived is drawn without the pause of `React.lazy`. */
import { type ComponentType, use } from 'react'

export interface LateView<Props> {
  readonly View: ComponentType<Props>
  /** `undefined` when it is here. What did not arrive rejects for good: a browser does not ask for a failed module twice. */
  readonly code: () => Promise<unknown> | undefined
}

export function late<Props extends object>(load: () => Promise<ComponentType<Props>>): LateView<Props> {
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
