/** On the sphere, in kilometres and degrees. Distances are exact for small ones, too; `off_track` is that from a great circle. */
export const setup = `
  CREATE OR REPLACE MACRO km(a, b) AS 2 * 6371.0088 * asin(sqrt(
    sin(radians(b.latitude - a.latitude) / 2) ** 2
    + cos(radians(a.latitude)) * cos(radians(b.latitude)) * sin(radians(b.longitude - a.longitude) / 2) ** 2));
  CREATE OR REPLACE MACRO bearing(a, b) AS degrees(atan2(
    sin(radians(b.longitude - a.longitude)) * cos(radians(b.latitude)),
    cos(radians(a.latitude)) * sin(radians(b.latitude))
    - sin(radians(a.latitude)) * cos(radians(b.latitude)) * cos(radians(b.longitude - a.longitude))));
  CREATE OR REPLACE MACRO turn(a, b) AS 180 - abs(180 - abs(a - b + 360) % 360);
  CREATE OR REPLACE MACRO off_track(a, b, p) AS
    abs(asin(sin(km(a, p) / 6371.0088) * sin(radians(bearing(a, p) - bearing(a, b))))) * 6371.0088;
  CREATE OR REPLACE TABLE airports AS SELECT code, {latitude: latitude, longitude: longitude} AS place FROM (VALUES
    ('JFK', 40.641766, -73.780968), ('SFO', 37.615223, -122.389977), ('DAY', 39.902538, -84.219444),
    ('LAX', 33.942791, -118.410042), ('SEA', 47.443546, -122.301659), ('BOS', 42.365589, -71.010025),
    ('TPA', 27.979168, -82.539337), ('DEN', 39.849312, -104.673828), ('BNA', 36.131687, -86.668823),
    ('PHX', 33.434278, -112.011583)) a(code, latitude, longitude);
  CREATE OR REPLACE VIEW steps AS
  SELECT *, lag({id: flight_id, start: "from", goal: "to", p: position}) OVER own AS before,
    epoch_ms(timestamp) - epoch_ms(lag(timestamp) OVER own) AS ms
  FROM flights WINDOW own AS (PARTITION BY aircraft ORDER BY n)`;

/** Twenty flights are in the air at once, on the great circle from one airport to the other. Way and time between two reports agree with speed and heading. */
export const check = {
  '20 flights are in the air at once': `
    SELECT floor(epoch(timestamp) / 10) AS turn FROM flights
    GROUP BY turn HAVING count(*) <> 20 OR count(DISTINCT flight_id) <> 20`,
  'Flights land': 'SELECT count(*) AS landings FROM steps WHERE flight_id <> before.id HAVING landings = 0',
  // Neither of two reports is further from the airport than a flight flies between them.
  'The next flight starts where the one before lands': `
    FROM steps LEFT JOIN airports ON code = "from"
    WHERE flight_id <> before.id AND (before.goal = "from"
      AND km(place, before.p) < before.p.speed / 360 AND km(place, position) < position.speed / 360) IS NOT TRUE`,
  // Positions have five decimals, about a metre, headings and speeds one.
  'Way and time between two reports agree with speed and heading': `
    FROM steps
    WHERE flight_id = before.id AND (before.start = "from" AND before.goal = "to" AND before.p.speed = position.speed
      AND abs(km(before.p, position) - before.p.speed * ms / 3600000) < 0.01
      AND turn(bearing(before.p, position), before.p.heading) < 0.2) IS NOT TRUE`,
  'A flight is on the great circle between its airports, and heads for the next one': `
    FROM flights LEFT JOIN airports s ON s.code = "from" LEFT JOIN airports e ON e.code = "to"
    WHERE ("from" <> "to" AND off_track(s.place, e.place, position) < 0.005
      AND km(s.place, position) + km(position, e.place) - km(s.place, e.place) < 0.01
      AND (km(position, e.place) < 10 OR turn(bearing(position, e.place), position.heading) < 0.2)) IS NOT TRUE`,
};

const position = (member: string, value: string, where: string): string =>
  `UPDATE flights SET position = struct_update(position, ${member} := ${value}) WHERE ${where}`;

export const mutants = {
  'a flight is a hundred metres off its way': position('latitude', 'position.latitude + 0.001', 'n = 2001'),
  'a heading is a degree wrong': position('heading', '(position.heading + 1) % 360', 'n = 3001'),
  'a flight is slower than it says': position('speed', 'position.speed + 10', 'aircraft = 1'),
  'a flight goes back to where it comes from':
    'UPDATE flights SET "from" = "to", "to" = "from" WHERE n = 501',
  'a flight is missing for a while': 'DELETE FROM flights WHERE n = 4001',
};
