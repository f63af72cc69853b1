/**
 * Shown in the dialog until the frame is ready: a card with a working close button, or the reason why the frame cannot
 * start.
 */
export interface Skeleton {
  readonly element: HTMLElement
  /** Shows a text instead of the waiting state, with a retry button. */
  fail: (text: string) => void
  wait: () => void
  hide: () => void
}

/**
 * @param onShow called each time the card is shown in front of the frame
 * @param messages the page's own texts of the modal; used for the buttons of the card
 */
export function createSkeleton(
  onClose: () => void,
  onRetry: () => void,
  onShow: () => void,
  messages: Readonly<Record<string, string>>,
): Skeleton {
  const element = document.createElement('section')
  const paragraph = document.createElement('p')
  paragraph.role = 'status'
  const button = (label: string, onClick: () => void) => {
    const control = document.createElement('button')
    control.type = 'button'
    control.textContent = label
    control.addEventListener('click', onClick)
    return control
  }
  const retry = button(messages['common.tryAgain'] ?? 'Try again', onRetry)
  const close = button('✕', onClose)
  close.ariaLabel = messages['common.close'] ?? 'Close'
  element.append(close, paragraph, retry)
  const show = (content: string, canRetry: boolean) => {
    paragraph.textContent = content
    retry.hidden = !canRetry
    element.ariaBusy = String(!canRetry)
    element.hidden = false
    onShow()
  }
  return {
    element,
    fail: (content) => show(content, true),
    wait: () => show('Loading…', false),
    hide() {
      element.hidden = true
    },
  }
}
