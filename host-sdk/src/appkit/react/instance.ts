/** The instance that the hooks read. */
import { AirlockError } from '@airlock/host-sdk'
import { AppKit, type CreateAppKit, createAppKit as create } from '@airlock/host-sdk/appkit'
import { initialOf } from './initial.ts'

export let modal: AppKit | undefined

/** Call it outside of components, so that the instance exists before the first render. */
export function createAppKit(options: CreateAppKit): AppKit {
  modal = create(options)
  initialOf(modal)
  return modal
}

/** The instance of `createAppKit`, whichever entry it was called from. */
export function needInstance(hook: string): AppKit {
  const kit = modal ?? AppKit.getInstance()
  if (!kit)
    throw new AirlockError('INVALID_OPTIONS', { message: `\`${hook}\` needs an instance: call \`createAppKit\` first` })
  return kit
}

/** Sets the instance of the hooks, if it was created elsewhere. */
export function getAppKit(kit: AppKit): void {
  modal = kit
  initialOf(kit)
}
