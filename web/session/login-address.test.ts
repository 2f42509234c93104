import { describe, expect, test } from 'vitest'
import { arrivalOf } from '#web/accounts/start-session.ts'
import { AGENT_PLACES } from '#web/closed-area/admin-places.ts'
import { loginAddress, refusalNamed, safeReturnPath } from './login-address.ts'

describe('the way back after log-in', () => {
  test.each(['/checkout', '/product-details/3?promo=SARA10#avis', '/order-admin?page=2', '/'])(
    'leads to %s',
    (path) => {
      expect(safeReturnPath(path)).toBe(path)
    },
  )

  test('keeps accents, written as browsers do', () => {
    expect(safeReturnPath('/à-props')).toBe('/%C3%A0-props')
  })

  test.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    'checkout',
    '/.//evil.example',
    '/x/..//evil.example',
    '',
  ])('never leads to %j', (path) => {
    expect(safeReturnPath(path)).toBeNull()
  })

  test('is none when nothing was asked', () => {
    expect(safeReturnPath(null)).toBeNull()
    expect(safeReturnPath(undefined)).toBeNull()
  })

  test('does not come back to the pages of logging in', () => {
    expect(safeReturnPath('/login?retour=/login')).toBeNull()
    expect(safeReturnPath('/Login')).toBeNull()
  })

  test('survives the log-in page’s address', () => {
    const address = new URL(loginAddress('/order-admin?status=livré&page=2'), 'https://shop.example')
    expect(address.searchParams.get('retour')).toBe('/order-admin?status=livré&page=2')
  })
})

test('the log-in page says what it was told by name, and nothing that somebody else wrote', () => {
  const search = new URL(loginAddress('/order-admin', false, 'admin'), 'https://shop.example').searchParams
  expect(refusalNamed(search.get('refus'))).toBe('Unauthorized: You do not have admin access.')
  for (const name of [null, '', 'constructor', '<b>', 'Payez ici']) expect(refusalNamed(name)).toBeNull()
  expect(loginAddress('/order-admin', true, 'admin')).not.toContain('refus')
})

describe('arriving', () => {
  test('is where each role works, without a page to go back to', () => {
    expect([arrivalOf('admin', null), arrivalOf('buyer', null), arrivalOf('supplier', null)]).toEqual([
      '/dashbord-admin',
      '/buyer',
      '/',
    ])
  })

  test('is the page that asked for the log-in', () => {
    expect(arrivalOf('admin', '/payment-admin?page=2')).toBe('/payment-admin?page=2')
    expect(arrivalOf('supplier', '/checkout')).toBe('/checkout')
    for (const { to } of AGENT_PLACES) expect(arrivalOf('agent', to)).toBe(to)
  })

  test('is never a page that would send this role to log in again', () => {
    expect(arrivalOf('supplier', '/order-admin?page=2')).toBe('/')
    expect(arrivalOf('admin', '/dashboard')).toBe('/dashbord-admin')
    expect(arrivalOf('supplier', '/buyer')).toBe('/')
    expect(arrivalOf('agent', '/expedition')).toBe('/confirmation')
    expect(arrivalOf('buyer', '/dashboard?page=2')).toBe('/buyer')
    expect(arrivalOf('buyer', '/profile')).toBe('/profile')
  })
})
