/**
 * Scripts for the head that run before the first paint; the server alone needs their text. This one writes the stored role
 * on `<html>`, so that CSS shows the right links at once and nothing jumps, and `data-banner`, so that CSS reserves room for
 * announcements. It decides what is shown, never what is allowed.
 */
export const roleScript = import.meta.env.SSR
  ? `var d=document.documentElement.dataset;try{var s=localStorage,r=s.getItem('authToken')?s.getItem('isAdmin')==='1'?'admin':s.getItem('role'):'';d.role=/^(admin|supplier|buyer|agent)$/.test(r)?r:'visitor';d.banner=s.getItem('announcements')?'1':''}catch(e){d.role=d.role||'visitor'}`
  : ''
