// Everything of the public API.
#pragma once

#include "toile/colliders.h"
#include "toile/drawing.h"
#include "toile/fabric.h"
#include "toile/garment.h"
#include "toile/grid.h"
#include "toile/id.h"
#include "toile/kind.h"
#include "toile/lod.h"
#include "toile/result.h"
#include "toile/simd.h"
#include "toile/stats.h"
#include "toile/surface_mesh.h"
#include "toile/tasks.h"
#include "toile/vec.h"
#include "toile/wind.h"
#include "toile/world.h"
