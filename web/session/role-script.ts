/**
 * Runs before the first paint: writes the stored role on `<html>`, so that CSS shows the right links at once and
 * nothing jumps, and whether there are announcements, so that CSS keeps their room. It chooses what is shown, never
 * what is allowed. A supplier's link is noted too: whoever taps on before the page is alive brings its code along.
 * The browser's copy has no use for this text.
 */
export const roleScript = import.meta.env.SSR
  ? `var d=document.documentElement.dataset;try{var s=localStorage,r=s.getItem('authToken')?s.getItem('isAdmin')==='1'?'admin':s.getItem('role'):'';d.role=r==='admin'||r==='supplier'||r==='buyer'?r:'visitor';d.banner=s.getItem('announcements')?'1':'';if(location.search.includes('promo='))s.setItem('promo-arrival',location.search)}catch(e){d.role=d.role||'visitor'}`
  : ''
