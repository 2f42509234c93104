/**
 * A script for the head that runs before the first paint. It writes the stored role on `<html>`, so that CSS shows the
 * right links at once and nothing jumps, and `data-banner`, so that CSS reserves room for announcements. It decides what
 * is shown, never what is allowed. It also stores a promo link's code, for people who leave the page before hydration.
 * The server alone needs this text.
 */
export const roleScript = import.meta.env.SSR
  ? `var d=document.documentElement.dataset;try{var s=localStorage,r=s.getItem('authToken')?s.getItem('isAdmin')==='1'?'admin':s.getItem('role'):'';d.role=r==='admin'||r==='supplier'||r==='buyer'?r:'visitor';d.banner=s.getItem('announcements')?'1':'';if(location.search.includes('promo='))s.setItem('promo-arrival',location.search)}catch(e){d.role=d.role||'visitor'}`
  : ''
