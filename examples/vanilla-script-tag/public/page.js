const airlock = Airlock.instance
const byId = (id) => document.getElementById(id)
const address = () => airlock.getState().accounts.eip155?.address ?? ''

airlock.subscribe(() => {
  byId('address').textContent = address()
})
byId('sign').addEventListener('click', async () => {
  const bytes = new TextEncoder().encode('Hello from Airlock')
  const message = `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
  const request = { method: 'personal_sign', params: [message, address()] }
  byId('signature').textContent = await airlock.provider('eip155').request(request)
})
byId('disconnect').addEventListener('click', () => airlock.disconnect())
