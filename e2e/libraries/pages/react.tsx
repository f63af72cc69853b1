/** What pages with React have around them. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { type Config, WagmiProvider } from 'wagmi'

export function render(config: Config, children: ReactNode): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no place for React')
  createRoot(root).render(
    <StrictMode>
      <WagmiProvider config={config}>
        <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
      </WagmiProvider>
    </StrictMode>,
  )
}
