import { expect, test } from 'vitest'
import { SignInMessage } from '../src/contracts/shapes/sign-in.ts'
import { parse } from '../src/parse.ts'

const parts = {
  domain: 'app.example',
  uri: 'https://app.example/',
  nonce: 'abc12345',
  statement: 'I agree to the terms. Größe, 条款',
  requestId: 'r-1',
  resources: ['https://app.example/terms', 'urn:one:two'],
}
const isAccepted = (change: object) => parse(SignInMessage, { text: 'text', parts: { ...parts, ...change } }).ok

test('the parts of a sign-in are lines of text', () => {
  expect(isAccepted({})).toBe(true)
})

test.each(['\n', '\r', '\u0000', '\u0085', '\u200e', '\u202e', '\u2028', '\u2066', '\ufeff'])(
  'a part with %j is refused [C61]',
  (character) => {
    for (const name of ['domain', 'nonce', 'statement', 'requestId'])
      expect(isAccepted({ [name]: `abc${character}12345` }), name).toBe(false)
    expect(isAccepted({ resources: [`urn:one${character}two`] })).toBe(false)
  },
)

test.each(['urn:recap:e30', 'URN:ReCap:e30', 'ICAgurn:recap:e30', 'https://x.example/urn:recap:e30'])(
  'the resource %s, which grants rights, is refused [C61]',
  (recap) => {
    expect(isAccepted({ resources: ['https://app.example/terms', recap] })).toBe(false)
  },
)
