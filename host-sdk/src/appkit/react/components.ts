/** AppKit's components: the custom elements by their names, and the provider that creates the instance. */
import type { CreateAppKit } from '@airlock/host-sdk/appkit'
import { createElement, type FunctionComponent, type HTMLAttributes, type ReactNode, type RefAttributes } from 'react'
import { createAppKit } from './instance.ts'

export interface AppKitButtonProps {
  disabled?: boolean
  balance?: 'show' | 'hide'
  label?: string
  loadingLabel?: string
  charsStart?: number
  charsEnd?: number
  namespace?: string
}

/** A button in JSX. */
export interface AppKitElementProps
  extends AppKitButtonProps,
    Omit<HTMLAttributes<HTMLElement>, keyof AppKitButtonProps>,
    RefAttributes<HTMLElement> {
  class?: string
  /** No effect: the buttons have no style. Use `::part(button)`. */
  size?: 'md' | 'sm'
}

export interface AppKitElements {
  'appkit-button': AppKitElementProps
  'appkit-connect-button': AppKitElementProps
  'appkit-account-button': AppKitElementProps
  'appkit-network-button': AppKitElementProps
  'w3m-button': AppKitElementProps
  'w3m-connect-button': AppKitElementProps
  'w3m-account-button': AppKitElementProps
  'w3m-network-button': AppKitElementProps
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends AppKitElements {}
  }
}

// React 18 writes properties as attributes of the same name, and HTML lowercases these.
const component =
  (name: string): FunctionComponent<AppKitButtonProps> =>
  ({ disabled, ...props }) =>
    createElement(name, {
      ...Object.fromEntries(Object.entries(props).map(([key, value]) => [key.toLowerCase(), value])),
      ...(disabled && { disabled: true }),
    })

export const AppKitButton: FunctionComponent<AppKitButtonProps> = component('appkit-button')
export const AppKitConnectButton: FunctionComponent<AppKitButtonProps> = component('appkit-connect-button')
export const AppKitAccountButton: FunctionComponent<AppKitButtonProps> = component('appkit-account-button')
export const AppKitNetworkButton: FunctionComponent<AppKitButtonProps> = component('appkit-network-button')

export type AppKitProviderProps = CreateAppKit & { children?: ReactNode }

export function AppKitProvider({ children, ...options }: AppKitProviderProps): ReactNode {
  createAppKit(options) // equal options give the same instance
  return children
}
