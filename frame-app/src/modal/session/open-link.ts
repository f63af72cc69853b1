/** Asks the host to open a link. The host checks it and uses the click that the frame has just received. Returns whether it was opened. */
import type { ModalContext } from '../core/context.ts'
import { toast } from './notify.ts'

export async function openLink(
  context: ModalContext,
  url: string,
  target: 'blank' | 'self' = 'blank',
): Promise<boolean> {
  try {
    return (await context.link.app.request('LINK_OPEN', { url, target })).opened
  } catch {
    toast(context, 'error', 'toast.linkBlocked')
    return false
  }
}
