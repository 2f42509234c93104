/**
 * Runs before the first paint: writes the stored role on `<html>`, so that CSS shows the right links at once and
 * nothing jumps, and whether there are announcements, so that CSS keeps their room. It chooses what is shown, never
 * what is allowed.
 */
export const roleScript = `var d=document.documentElement.dataset;try{var s=localStorage,r=s.getItem('authToken')?s.getItem('isAdmin')==='1'?'admin':s.getItem('role'):'';d.role=r==='admin'||r==='supplier'||r==='buyer'?r:'visitor';d.banner=s.getItem('announcements')?'1':''}catch(e){d.role='visitor'}`
