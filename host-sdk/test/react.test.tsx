/** The React entry on a server. `e2e/specs/react.spec.ts` tests this markup in a browser. */
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createAirlock } from '../src/index.ts'
import {
  AirlockButton,
  AirlockProvider,
  useAccount,
  useAirlock,
  useNetwork,
  useProvider,
  useTheme,
} from '../src/react/index.tsx'
import { options } from './support.ts'

function Shown() {
  const { isOpen, ready } = useAirlock()
  const { status, namespace } = useAccount()
  const { network } = useNetwork()
  const { theme } = useTheme()
  const provider = useProvider()
  return <p>{JSON.stringify([isOpen, ready, status, namespace, network?.name, theme, typeof provider])}</p>
}

const page = (airlock = createAirlock(options())) =>
  renderToString(
    <StrictMode>
      <AirlockProvider airlock={airlock}>
        <AirlockButton label="Log in" />
        <Shown />
      </AirlockProvider>
    </StrictMode>,
  )

test('a server renders a picture of the size of the button, with its name and without any style', () => {
  expect(page()).toContain(
    '<svg class="airlock-skeleton" role="img" aria-label="Log in" width="176" height="44"></svg>',
  )
  expect(page()).not.toMatch(/style/)
})

test('a server renders the initial state, whatever the theme of the page and its earlier requests', () => {
  const dark = createAirlock(options({ themeMode: 'dark' }))
  const text = '[false,false,&quot;disconnected&quot;,&quot;eip155&quot;,null,&quot;light&quot;,&quot;undefined&quot;]'
  expect(page()).toContain(text)
  expect(page(dark)).toBe(page())
})

test('outside of its provider a component says what is missing', () => {
  expect(() => renderToString(<AirlockButton />)).toThrow('<AirlockProvider airlock={…}>')
})
