/** What names and descriptions are made of. */
const LISTS = {
  first: `Ada,Ben,Callum,Dana,Eli,Fay,Gus,Hana,Idris,Jade,Kofi,Lena,Milo,Nia,Omar,Pia,Quinn,Rosa,Sami,Tess,Uma,Vik,Wren,Yara,Zane`,
  last: `Abbott,Barnes,Calder,Doyle,Ellis,Frost,Grant,Holt,Ivers,Jarvis,Keane,Lowe,Marsh,Nolan,Okoro,Pryce,Quirke,Reid,Shaw,Tiller,Usher,Vance,Webb,Young`,
  street: `Mill Lane,High Street,Station Road,Church Walk,Park Avenue,Queen Street,Bridge Road,Victoria Terrace,The Green,Canal Street,Orchard Close,School Lane,Market Place,Tower Hill,Castle Street,Dock Road,Elm Grove,Field View,Garden Row,Harbour Way`,
  town: `Ashford,Bexhill,Crawley,Dover,Epsom,Farnham,Guildford,Hastings,Lewes,Maidstone,Newhaven,Oxted`,
  doors: `front door and side gate,flat entrance,main gate,plant room,roof hatch and riser,shutter and alarm,communal hall,office and stores,lift motor room,meter cupboard`,
  purpose: `Alarm response,Patrol,Contractor visit,Void inspection,Handover,Meter reading,Cleaning round,Repair`,
  remark: `Ring the bell twice,Alarm panel behind the door,Dog on the premises,Parking at the rear,Call the control room first,Gate code changes monthly`,
};

/** A list as an array of SQL. */
export const words = (name: keyof typeof LISTS): string =>
  `'{${LISTS[name]
    .split(',')
    .map((word) => `"${word}"`)
    .join(',')}}'::text[]`;
