import type { ImportField, ImportKind } from './import-words.ts';

/**
 * The headings of each field in English, German, French, Spanish and Dutch and in the trade's own words, and the kind of
 * value that its cells hold. Plain data: web/import/recognise.ts matches it by parts, in any order.
 */

/** What a column's cells look like when it holds the field. */
export type Value =
  | 'id'
  | 'code'
  | 'count'
  | 'date'
  | 'word'
  | 'label'
  | 'name'
  | 'text'
  | 'serial'
  | 'yes'
  | 'email'
  | 'phone';

/** Words that mean the same in a heading. The first of each line is used in the phrases below. */
export const SAME_WORDS = [
  'key keys schlüssel schl clé clés clef clefs llave llaves sleutel sleutels',
  'set sets bunch bunches ring rings bund trousseau manojo llavero juego bos kit',
  'number no nr num nummer numbers numero numéro número nro nbr nº n° n lfd',
  'id ident identifier kennung identifiant identificador code ref reference referenz référence referencia referentie código codigo kode cod',
  'count anzahl qty quantity menge zahl stückzahl stück stck stk nombre nbre nb cantidad cant aantal total quantité qté qte copies pcs pieces stuks anz uds unidades unidad',
  'fob fobs remote remotes handsender télécommande télécommandes mando mandos druppel badge badges card cards karte karten carte cartes tarjeta tarjetas kaart kaarten pas passen pass passes pasje pasjes token tokens keycard keycards clicker clickers zapper zappers dongle dongles beeper beepers afstandsbediening afstandsbedieningen fernbedienung fernbedienungen',
  'access zutritt zugang toegang accès acces acceso',
  'with bei bij chez',
  'serial serie série',
  'tag tags etikett anhänger anhaenger étiquette etiqueta',
  'date datum fecha day jour dia día',
  'time zeit uhrzeit heure hora tijd',
  'name names nom nombres naam',
  'type typ art tipo soort sort kind',
  'to an à a aan',
  'by von par por durch',
  'address adresse anschrift dirección direccion adres adress addr add',
  'street road strasse straße str rue calle straat',
  'town city ort stadt ville municipio gemeente gemeinde ciudad población localidad village pueblo barrio dorp plaats woonplaats commune wohnort ortschaft',
  'back zurück retour terug vuelta',
  'out aus uit uitleen uitleendatum ausgeliehen entliehen sorti geleend entlehnt entnommen mitgenommen retirado retirada meegenomen afgehaald opgehaald borrowed borrow loaned emprunté empruntée pris sacado sacada',
  'given attribué attribuée asignado asignada toegewezen zugewiesen meegegeven ausgegeben verliehen uitgegeven uitgeleend abgegeben ausgehändigt prestado prestada entregado entregada prêté prêtée remis confié confiée lent loaned released handed übergeben überlassen afgegeven uitgereikt toegekend donné donnée cedido cedida',
  'note notes bemerkung bemerkungen anmerkung anmerkungen notiz notizen hinweis hinweise remark remarks remarque remarques comment comments kommentar commentaire commentaires observation observations observaciones nota notas comentario comentarios opmerking opmerkingen memo toelichting opm bem anm obs rem vermerk bijzonderheden besonderheiten particularidades particularités',
  'return returned rückgabe rückkehr restitution devolución devolucion inleveren retourdatum rückgabedatum teruggave volver vuelve regresar regreso rentrer retourner zurückkommen terugkomen terugkomst inlever inleverdatum zurückgeben zurückzugeben zurückzubringen abzugeben rendre rendu rückgabetermin terugbrengen restituer devolver',
  'client relatie customer kunde kunden cliente klant mandant auftraggeber kundschaft bauherr opdrachtgever donneur abonado abonné abonnee teilnehmer cust',
  'owner owners proprio dueño dueña landlord landlords eigentümer vermieter besitzer propriétaire propriétaires copropriétaire copropriétaires bailleur propietario propietaria eigenaar eigendom verhuurder arrendador casero lessor eigentümergemeinschaft freeholder leaseholder',
  'hook hk hakerl colgador peg haken crochet gancho haak haakje nail',
  'position casilla hueco pos posición slot fach steckplatz positie cajetín casillero casier',
  'door doors tür türe türen porte portes puerta puertas deur deuren',
  'property properties premises objekt liegenschaft immeuble bien inmueble finca pand immobilie object gebäude building bldg bldgs bâtiment edificio gebouw comunidad facility',
  'location standort aufbewahrungsort lagerort lieu ubicación ubicacion locatie opslagplaats',
  'cabinet schrank kasten schlüsselschrank schlüsselkasten armoire armario kast sleutelkast keybox keysafe tableau panneau schlüsselbrett schlüsseltresor sleutelbord tablero cuadro schlüsseltafel kastje cab',
  'office büro bureau agence oficina kantoor geschäftsstelle',
  'branch filiale niederlassung sucursal delegación sede filiaal vestiging agence',
  'issue issued iss ausg ausgabe ausgabedatum uitgifte entrega salida sortie remise abgabe übergabe ausleihe verleih afgifte bruikleen prêt préstamo prestamo loan',
  'holder bezüger bezieher entlehner inhaber besitzerin nutzer détenteur houder borrower entleiher emprunteur lener keyholder ontlener prestatario ausleiher träger',
  'phone telephone tel telefon téléphone teléfono telefono telefoon mobile mobil handy portable móvil movil cell mob',
  'email mail courriel correo e-mail emailadresse',
  'recipient empfänger ontvanger receptor destinataire custodian depositario',
  'firm company organisation organization employer firma unternehmen société entreprise empresa bedrijf organisatie arbeitgeber contractor',
  'status zustand état etat statut estado toestand verfügbarkeit availability',
  'category cat kat gattung modalidad modalité kategorie catégorie categoria categoría categorie gruppe group groupe grupo groep class klasse classe clase',
  'description beschreibung bez beschrijving descripción descripcion omschrijving désignation designation libellé details detail desc denominación',
  'until bis jusqu gültig valid expires expiry expiration ablauf jusque hasta caduca tot geldig vencimiento échéance',
  'postcode pc pcode eircode zip plz postleitzahl postal cp zipcode',
  'house hausnummer hausnr hsnr hnr unit flat apartment apt wohnung appartement appt huisnummer huisnr piso pta app',
  'suffix zusatz hausnummernzusatz toev toevoeging toevoegsel huisnummertoevoeging huisletter bus busnr busnummer bte',
  'expected prévu prévue prevista previsto verwacht verwachte geplant erwartet voraussichtlich',
  'received gekregen erhalten empfangen reçu reçue recibido recibida ontvangen',
  'vehicle véhicule fahrzeug vehículo voertuig car kfz',
  'make marke marque marca merk',
  'room space espace espacio ruimten raum local salle pièce habitación ruimte lokaal zimmer',
  'stored kept abgelegt hinterlegt gelagert aufbewahrt verwahrt opgeborgen bewaard gedeponeerd depositado depositada guardado guardada almacenado almacenada déposé déposée entreposé entreposée rangé rangée conservé conservée',
  'zone zona zonas bereich',
  'opens opent opened öffnet ouvre abre',
  'model modell modèle modelo',
  'turno turnos',
  'active aktiv enabled actif activo actief',
] as const;

/** Words that mean nothing alone. */
export const EMPTY_WORDS =
  'the of for de du des del la le les el los las der die das den dem et and und y en e op on am at il is was current aktuelle aktueller actuel actuelle actual huidige item all per l d their your our this z zt zurzeit derzeit currently momenteel actualmente actuellement davon dont waarvan thereof inkl incl inclus incluido inclusief them it s esta está ou o oder';

/** Two columns of one field, such as street and town, are joined in an address. */
export type Part = 'house' | 'suffix' | 'street' | 'town' | 'postcode' | 'line' | 'given' | 'family';

/**
 * What a field's cells hold, then its phrases, separated by a comma; a number after a colon is how surely one means it, in percent.
 */
type Known = `${Value} = ${string}`;

const NOTES: Known =
  'text = note, bits bobs, besonderes:70, besonderheit:70, instruction:80, instructions:80, special instructions, note special instructions, anything else, consigne:75, instrucción:75, instructie:75, anweisung:75, besonders, additional:60, additional info, additional information, other info, other information, info:70, information:70, misc:70, other:66, varios:70, overig:70, overige:70, varia:70, extra:60, extra info:75, infos:70, precisions:66, note to self, zusatzinfo:75, zusatzinformation:75, sonstiges:70, divers:60, ojo:66, remember:66, achtung:66, attention:66, incidencias:70, issues:62, problems:62';
const ADDRESS: Known =
  'text = address, client address:72, property address, street address, address property, full address, site address, lage, domicilio';
const POSTCODE =
  'postcode, post code, p code, code postal, postal code, zip code, codigo postal, id postcode';

const ADDRESS_PARTS = {
  house: 'house, house number, house name, flat number, unit number, number house, door number:60',
  suffix: 'suffix, house suffix, house number suffix, house letter, number suffix:70',
  street: 'street, street name, house street, street number, st number:75, road name',
  town: 'town, town name, post town, place:60',
  postcode: POSTCODE,
  line: 'address 1, address 2, address 3, address 4, address line, address line 1, address line 2, address line 3, state:66, line 1:70, line 2:70, county, district:70, suburb, provincia, region:60, stadtteil:66, quartier:66, wijk:62',
};

/** Fields of several columns, with the phrases of each part. */
export const PARTS: Record<ImportKind, Partial<Record<ImportField, Partial<Record<Part, string>>>>> = {
  key_sets: {
    address: ADDRESS_PARTS,
    keyDescription: {
      line: 'make:70, model:70, make model, registration:75, reg:75, registration number:75, plate:75, license plate:75, licence plate:75, number plate:75, vrm:75, kennzeichen:75, kenteken:75, matrícula:75, immatriculation:75',
    },
  },
  people: {
    name: {
      given: 'first name, forename, given name, vorname, prénom, voornaam',
      family: 'last name, surname, family name, nachname, apellido, apellidos, achternaam, familienname',
    },
  },
  locations: {},
  premises: { address: { ...ADDRESS_PARTS, postcode: '' } },
};

/** The fields of each kind and their headings. */
export const HEADINGS: Record<ImportKind, Partial<Record<ImportField, Known>>> = {
  key_sets: {
    identifier:
      'id = set id, key set, key number, key id, set number, number:85, id:85, key:80, key tag:72, tag number:66, asset tag, asset number, asset id, asset:75, kürzel:66, prägung:70, gravur:70, stamp:66, stamped:66, eingeschlagene number:70, number gravé:70, id gravé:75, clave:70, sl number:75, engraving:66, machine number:75, vehicle number:70, vehicle id:70, voorraad number:75, repère:66, item:66, inventory number, inventar number, stock number, stock:70, registration:66, reg:66, vrm:66, kennzeichen:66, kenteken:66, set, key set id, key set number, item number:80, signatur:60, schliessung:60, hook id',
    type: 'word = type, key type, set type, schließart, schlüsseltyp, schließtyp, property type:70, door type:60, category, key category, shift, service type, tenure:60, nature:75, nature key, usage:60, nutzungsart, use:60, service:60, servicio:60, prestation:62, leistung:62, vorgang:60, tour:62, round:60, runde:60, variant:60, suite:62, grade:62, level:62, genre:62, sorte:66, suite level:66, which set:66, juego:62, dienst:62',
    location:
      'word = location, key location, cabinet, cabinet name, system:70, system name:75, office, branch, depot, store, stored, cabinet number:70, rangement, guardada, guardado, dónde, donde, ligt:75, liegt:75, hängt:75, hangt:75, wo:75, strongroom, aufbewahrung, custodia, bord:66, armoire à clés, boîte à clés, coffre, kluis, lagerplatz, stored at, stored with, storage, store location, kept, kept at, key kept, where:75, waar:75, où:75, where kept, where stored, site:74, safe, key safe, board, key board, tresor, hub, vault, locker, key box, box:66, lockbox:75, press:66, cupboard, key cupboard, location held, armero:70, current location, key press, key machine, emplacement:70, garde, guarda, guardado, bewahrt, showroom:60, where hangs:80, compound:60, lot:75, parking lot, yard:60, lives in, home:60, verwahrort, verwahrung, ablageort, ablage:66, opbergplek, opbergplaats, bewaarplaats, bewaard in, rangé, rangé dans, conservé:80, conservé à, caja fuerte, caja:62, conserjería:66, portería:66, porterie:66, pforte:66, pförtner:66, pförtnerloge:66, loge:62, reception:62, receptie:62, front desk:62, gatehouse:62, key room:75, lugar',
    currentTag:
      'code = tag, tag number, current tag, label number:66, seal, seal number, seal tag, envelope number:66, bag number:66, pouch number:66, disc:62, disc number:66, versiegelung, verzegeling, security tag, security seal, tamper tag, key tag:66, plombe, plomben number, plombennummer, siegel, siegelnummer, siegel number, scellé, plomb, lood number, precinto, cincho, cincho number, zegel, loodje',
    keyCount:
      'count = keys, how many, hoeveel, wie viele, combien, cuántas, number key:92, count key, key count, key qty, count, item count, keys stock, keys available, count held, number issued:62, st:66, number ring:75, juegos:62, number in set, hoeveelheid, exemplare:75, bestand:66, vorhanden:62, voorraad:62, existencias:66, effectif:62, exemplaire:75, exemplaren:75, duplicate:62, copy count:70, number copies, keys held, keys in set',
    fobCount:
      'count = fob, number fob, count fob, fob held, access fob, count transponder, count chips, count cards, access cards, funk:66, swipe, swipe cards, smart cards, prox cards, proximity cards, electronic fob, toegangspassen, chips:70, puces:70, puce:66, vigik:66, chip:66, bip:70, bips:70, tag:66, transponder:70, number transponder, number chips',
    keyDescription:
      'text = description, bezeichnung, key description, door, door description, opens, öffnet, ouvre, abre, opent, detail, what:75, what for, function:60, schließung, designation, vehicle, vehicle description, room:66, past op, door number:66, which key, schließt, schlüssel für, wagen:66, nummerplaat:66, number plaat:66, access:70, access to, accès:70, acceso:70, zone:60, area:55, area opened, lock:70, lock type:70, unlocks, padlock:66, cylinder:66, zylinder:66, schließzylinder:70, serrure:66, cerradura:66, purpose:66, zweck:66, verwendung:66, waarvoor, para qué, opens to, desservi:70, gallery:62, reg number:75, bedeutung:60, key name:70, usage description',
    premises:
      'text = property, property name, objekt bezeichnung, site:70, site name:78, site surveillé:75, client premises:75, scheme, scheme name, development, estate:75, estate name, block:75, block name, complex, church:70, school:70, asset name:65, campus:70, wohnanlage, cabin:66, bungalow:66, programme:62, cottage:66, villa:66, chalet:66, apartamento:66, hotel:66, museum:66, schule:66, kirche:66, centro:82, gebäudeteil, bauteil:70, trakt:66, urbanización, anwesen, établissement:66, einrichtung:62, job:60, job site:75, contract site:75, client site:75, propiedad:62, haus:66, schulhaus:66, listing:70, logement:70, anlage:66, dwelling:70, woning:62, vivienda:70, instalación:70, residence, résidence, immeuble, location name:50, house name:50, acp, vme, copropriété, comunidad:70',
    address: ADDRESS,
    client:
      'name = client, client name, owner, owner name, property owner, ll:66, lord:75, service user, resident:66, patient:66, purchaser:66, buyer:66, käufer:66, acheteur:66, comprador:66, koper:66, vendor:70, seller:70, verkoper:70, vendeur:70, verkäufer:70, titular:62, propiedad:66, vendedor:70, maître d ouvrage, tenant:55, mieter:55, huurder:55, locataire:55, inquilino:55, occupier:55, hirer:66, halter:66, keeper:62, titulaire:62, bewoner:55, bewohner:55, account, account name:80, managing agent:70, verwalter:60, verwaltung:70, hausverwaltung:70, weg:60, syndic:60',
    position:
      'code = position, hook, hook number, position number, hook position, cabinet position, cabinet hook, board hook, board position, location hook, location position, emplacement cabinet, key position, rail:60, drawer:66, platz, platz tresor, platz cabinet, plaats in cabinet, plaats in kluis, plaats in bord, place in cabinet, plek:66, plek in cabinet, vak:66, vak number, feld:66, lade:66, tray:66, bay:66, compartment:66, cubby:66, pigeonhole:66, case:60, number case:70, number emplacement:75, bakje:66, place:50, location in cabinet, shelf:66, rack:66, panel:62',
    secondPerson:
      'yes = needs a second person, needs second person, second person, dual control, two person, two person rule, approval:66, needs approval, approval required, approval needed, vier augen, vier augen prinzip, doble control, double contrôle, vier ogen',
    nfcSerial:
      'serial = nfc, number puce:70, nfc serial, nfc tag, serial, serial number, rfid, rfid tag, rfid id, chip id, chip number, chip, uid, tag uid, ifob, ifob number, transponder number, seriennummer',
    labelCode: 'label = label code, qr code, qr, label:75, scan code',
    status:
      'word = status, state:68, situation:70, situación:70, situatie:70, key status, set status, current status, in out, whereabouts:50, in system:60, available:60, disponible:62, beschikbaar:62, verfügbar:62',
    holder:
      'name = out with, issue with, given with, received by, drawn by, issue out to, recipient, issue:66, given:66, out:66, detenu by, custody:62, responsible person:66, subcontractor:66, key with, now with, ausgeliehen an, schlüsselträger, holder, key holder, current holder, issue to, issued to, given to, given out to, out to, out by, taken out by, with, with whom, held by, held, held with, checked out to, checked out by, assigned to, allocated to, signed out to, signed out by, signed to, taken by, removed by, collected by, booked to, booked out to, loaned to, lent to, who:75, who has, who has it, who has key, user, current user, user name, last user:55, by whom, in possession, possession, en poder, bezit, in bezit by, responsible:55, contractor name:55, signed for by, signed for, picked up by, surveillant:66, mitarbeiter firm:70, fremdfirma:66, callsign:62, duty holding:62, officer:66, signatory:66, lehrkraft:66, teacher:66, wer:75, wie:66, sub contractor:66, qui:75, quién:75, quien:75, who got, wer hat, bij wie, wie heeft, carer:66, care worker:66, pflegekraft:66, weg met, weg mit, person group:70, person:66, chez qui, who holds, employee:66, driver:66, agent:66, agente:66, mitarbeiter:66, medewerker:66, empleado:66, salarié:66, fahrer:66, chauffeur:66, conductor:66, technician:66, operative:66, engineer:66, monteur:66, guest:66, la tiene, tiene, bezit van, sales person:60, salesperson:60, empfänger, bei, verbleib:60, with staff, vigilante:70, guard:66',
    issuedAt:
      'date = issue, drawn:75, date drawn, bekommen:70, d d:66, picked up, date picked up, bezug:70, bezugsdatum, given:85, given out, issue date, date issue, date issued, issued at, out, date out, out date, out since, issue since, given since, date given, time out, date time out, checked out, checked out on, check out, check out date, check out time, signed out, signed out on, taken, time taken, date taken, since, seit, depuis, desde, sinds, removed:75, time removed, date removed, collected:75, date collected, loan date, booked out, date prêt, fecha préstamo, date loan, leendatum, date booked out, out time, handed out, ausleihdatum, leihdatum, date signed, signed for on, vanaf:75, ab:66, from:66, received:70, ausfahrt:62',
    dueAt:
      'date = due, issue until, given until, out until, to be return, to return, vence, vencimiento:75, expires:70, due back, due date, date due, due at, return:80, return date, date return, return until, return by, back by, back, back date, back until, expected back, expected return, expected return date, return due, return expected, fällig, fällig until, expected:70, date expected, time expected, until:70, date back, must be back, to return by',
    notes: NOTES,
  },
  people: {
    name: 'name = name, full name, person, person name, contact, contact name, employee, employee name, staff, staff name, holder, holder name, user, user name, user full name, display name, mitarbeiter, mitarbeiter name, employé, empleado, medewerker, contractor:60, officer, persona, persoon, personne',
    kind: 'word = type, person type, role, category, holder type, rolle, rôle, rol, function:60, status:40',
    organisation:
      'name = firm, firm name, company name, agency, agency name, trading name, department:60, abteilung:60',
    phone:
      'phone = phone, phone number, number phone, contact number, contact phone, work phone, mobile number',
    email: 'email = email, email address, work email',
    badge:
      'code = badge, badge number, badge id, card, card number, card id, id card, pass number, ausweis, ausweisnummer, ausweis number, carte, tarjeta, pas, pasnummer, employee number:60, staff number:60, employee id:60, personalnummer:60',
    maxSets:
      'count = key set limit, key limit, most keys, most sets, max keys, max sets, maximum keys, maximum, limit, höchstzahl, höchstens, keys allowed',
    validUntil:
      'date = until, until date, valid until, valid to, expires, expiry date, end date, enddate, end, leaves, leaving date, contract end, vertragsende, austritt, ends',
    active: 'yes = active, is active, employed:60, current:60, status:45',
    notes: NOTES,
  },
  locations: {
    name: 'text = location, name, location name, site, site name, office, office name, branch, branch name, cabinet, cabinet name, depot, depot name, store, store name',
    type: 'word = type, location type, category, site type',
    description: 'text = description, note, where, detail, info, address:60, information',
    status: 'word = status, location status, active:60',
  },
  premises: {
    name: 'text = property, name, property name, site, site name, scheme, scheme name, development, estate, block, block name, residence, résidence, complex, location:60',
    address: ADDRESS,
    postcode: `code = ${POSTCODE}`,
    client:
      'name = client, client name, owner, owner name, property owner, account name:80, managing agent:70, verwalter:60, hausverwaltung:70',
    reference:
      'code = id, property id, number:70, property number, our id, account number, client id, uprn, objektnummer, objekt number, site id, site number, contract:60',
    active: 'yes = active, is active, under management:70, managed:70, status:45',
    notes: NOTES,
  },
};

/** Alarm and access codes are never imported. */
export const SECRET_WORDS =
  'alarm, digicode, code entrée, code immeuble, código portal, código puerta, deurcode, haustürcode, tastencode, bitting, key cut, cut code, pin, password, passcode, combination, access code, door code, safe code, entry code, gate code, keypad, kennwort, passwort, zugangscode, türcode, code porte, contraseña, mot passe, wachtwoord, toegangscode, alarmcode';
