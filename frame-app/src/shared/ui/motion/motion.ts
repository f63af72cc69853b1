/** Durations and easing for the Web Animations API; `theme/tokens.css` has the same values for style sheets. */

export const durationsMs = { title: 120, view: 150, shake: 500, reduced: 80 } as const
export const ease = 'cubic-bezier(.2, .8, .2, 1)'

/** `reduced` allows fades, `off` allows no motion. */
export type MotionWish = 'full' | 'reduced' | 'off'

export function motionWish(): MotionWish {
  if (document.documentElement.dataset.motion === 'off') return 'off'
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'reduced' : 'full'
}

/** Read while rendering: what a closed modal showed before is that of the last opening, and does not move out. */
export const isModalOpen = (): boolean => document.querySelector('[data-open]') !== null
