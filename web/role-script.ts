/**
 * Runs before the first paint: writes the stored role on `<html>`, so that CSS shows the right links at once and
 * nothing jumps. It chooses what is shown, never what is allowed.
 */
export const roleScript = `try{var s=localStorage,r=s.getItem('authToken')?s.getItem('isAdmin')==='1'?'admin':s.getItem('role'):'';document.documentElement.dataset.role=r==='admin'||r==='supplier'||r==='buyer'?r:'visitor'}catch(e){document.documentElement.dataset.role='visitor'}`
